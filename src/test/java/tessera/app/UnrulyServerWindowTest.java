package tessera.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testfx.framework.junit5.Start;
import tessera.model.ObjectRef;
import tessera.ui.inspect.InspectorPageName;
import tessera.ui.shell.ScreenDestination;

import static org.assertj.core.api.Assertions.assertThat;

/** A window whose API server, network, containers and clock misbehave: nothing is lost, and nothing grows without bound. */
@Timeout(600)
@SuppressWarnings("NullAway.Init")
class UnrulyServerWindowTest extends OperatedWindow {

    /** What the heap may grow by; tests before in the same process may have left something. */
    private static final long GROWTH = 200L << 20;
    private static final long MUCH = 200L << 20;
    private static final int CUTS = 100;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final AdvancedClock clock = new AdvancedClock();
    private UnrulyGateway gateway;
    private long before;

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    Clock clock() {
        return clock;
    }

    @Override
    String kubeconfig() {
        try {
            gateway = new UnrulyGateway(cluster.kubeconfig());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return gateway.kubeconfig();
    }

    @AfterEach
    void end() {
        gateway.close();
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private void begin() {
        before = heap();
        eventuallySays("connection", "live");
        eventually("the fleet is there", () -> clusterSelection.snapshots().get().findNode("l40s-03").isPresent());
    }

    private void goThroughAllScreens() {
        for (var screen : ScreenDestination.values()) {
            onFx(() -> {
                rootPane.goTo(screen);
                return true;
            });
        }
    }

    private static void longLine(OutputStream out) throws IOException {
        for (int i = 0; i < 2_400; i++) {
            out.write(UnrulyGateway.PIECE);
        }
        out.write("\nthe end\n".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void aServerThatSendsByteAfterByteLeavesWhatIsKnownWithItsAgeAndIsReadAgainWhenItRecovers() {
        begin();
        gateway.misbehave(_ -> true, UnrulyGateway::drip);
        gateway.cut();
        eventually("it is no longer live", () -> !words("connection").contains("live"));
        goThroughAllScreens();
        assertThat(clusterSelection.snapshots().get().findNode("l40s-03")).as("what was known stays").isPresent();

        gateway.behave();
        gateway.cut();
        eventuallySays("connection", "live");
    }

    @Test
    void aListOfAGigabyteIsNotKeptWhileItIsRead() {
        begin();
        gateway.misbehave(UnrulyGateway::isOfPods, UnrulyGateway::endlessList);
        gateway.cut();
        eventually("much of it was sent", () -> gateway.sent() > MUCH);
        eventuallySays("connection", "stale since");
        goThroughAllScreens();
        assertThat(heap() - before).isLessThan(GROWTH);

        gateway.behave();
        gateway.cut();
        eventuallySays("connection", "live");
    }

    @Test
    void aNodeOfThousandsOfConditionsIsShownInPart() throws Exception {
        begin();
        var nodes = JSON.readTree(colleague.raw("/api/v1/nodes"));
        var conditions = (ArrayNode) nodes.at("/items/0/status/conditions");
        for (int i = 0; i < 5_000; i++) {
            conditions.addObject().put("type", "Odd" + i).put("status", "True").put("message", "odd");
        }
        var name = nodes.at("/items/0/metadata/name").asText();
        gateway.misbehaveInLists(uri -> uri.getPath().equals("/api/v1/nodes"), nodes.toString());
        gateway.cut();
        onFx(() -> {
            rootPane.inspect(ObjectRef.node(name));
            return true;
        });
        eventually("what is left out is told", () -> words("inspector").contains(" more not shown"));
        assertThat(onFx(() -> find("inspector").lookupAll(".label").size())).isLessThan(2_000);
    }

    @Test
    void hundredsOfFindingsAreShownInPart() throws Exception {
        begin();
        var pods = (ObjectNode) JSON.readTree(colleague.raw("/api/v1/pods"));
        for (int i = 0; i < 300; i++) {
            ((ArrayNode) pods.get("items")).add(JSON.readTree(
                    """
                            {"metadata":{"name":"odd-%1$d","namespace":"ns%1$d","uid":"odd-%1$d"},"spec":{"nodeName":"l40s-03",
                             "containers":[{"name":"c","resources":{"requests":{"nvidia.com/gpu":"1"}}}]},
                             "status":{"phase":"Running","containerStatuses":[{"name":"c","ready":false,"restartCount":50,"state":
                             {"waiting":{"reason":"CrashLoopBackOff","message":"odd %1$d"}}}]}}"""
                            .formatted(i)));
        }
        gateway.misbehaveInLists(UnrulyGateway::isOfPods, pods.toString());
        gateway.cut();
        eventually("they are there", () -> clusterSelection.snapshots().get().pods()
                .filter(pod -> pod.namespace().equals("ns299")).count() == 1);
        onFx(() -> {
            rootPane.goTo(ScreenDestination.DOCTOR);
            return true;
        });
        eventually("what is left out is told", () -> words("doctor").contains(" more: tessera doctor lists all"));
    }

    @Test
    void aLogLineOf150MegabytesIsCut() {
        begin();
        var pod = clusterSelection.snapshots().get().pods().filter(it -> it.namespace().equals("serving")).findFirst()
                .orElseThrow();
        gateway.misbehave(uri -> uri.getPath().endsWith("/log"), UnrulyServerWindowTest::longLine);
        onFx(() -> {
            rootPane.inspect(ObjectRef.pod(pod.namespace(), pod.name()));
            return true;
        });
        eventuallySays("inspector", pod.name());
        onFx(() -> {
            rootPane.showInspectorPage(InspectorPageName.LOGS);
            return true;
        });
        eventually("lines are there", () -> words("logs").contains("2 lines"));
        assertThat(heap() - before).isLessThan(GROWTH);
    }

    @Test
    void afterAHundredCutsOfEveryConnectionNothingIsMissed() {
        begin();
        for (int i = 0; i < CUTS; i++) {
            var label = "cut-" + i;
            gateway.cut();
            Colleague.insists(() -> colleague.nodes().withName("l40s-03").edit(node -> {
                node.getMetadata().getLabels().put("cut", label);
                return node;
            }));
        }
        eventually("the last change is seen", () -> clusterSelection.snapshots().get().findNode("l40s-03").orElseThrow()
                .nodeSummary().labels().getOrDefault("cut", "").equals("cut-" + (CUTS - 1)));
        eventuallySays("connection", "live");
        assertThat(heap() - before).isLessThan(GROWTH);
    }

    @Test
    void aClockThatIsSetForthAndBackByAnHourLeavesTheWindowLive() {
        begin();
        clock.move(Duration.ofHours(1));
        goThroughAllScreens();
        eventuallySays("connection", "live");
        clock.move(Duration.ofHours(-2));
        goThroughAllScreens();
        eventuallySays("connection", "live");
        assertThat(words("shell")).doesNotContain("-1 h", "−1 h", "-60 min", "-59 min");
    }
}
