package tessera.app;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import tessera.model.ObjectRef;
import tessera.ui.inspect.InspectorPageName;
import tessera.ui.shell.ScreenDestination;

import static org.assertj.core.api.Assertions.assertThat;

/** Who may do little in a cluster is offered that, and reads at the rest of the offers why they may not. */
class RightsInTheWindowTest extends OperatedWindow {

    private static final ObjectRef PROBE = ObjectRef.pod("research", "b200-probe");

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    /** Somebody with a role of their own in one namespace. */
    @Override
    String user() {
        return "nobody";
    }

    @Override
    String kubeconfig() {
        return super.kubeconfig().replace("user: nobody", "user: nobody\n    namespace: research");
    }

    @Override
    void prepare() {
        grant("look", Colleague.rule(List.of("get", "list", "watch"), "", "pods"),
                Colleague.rule(List.of("get"), "apps", "deployments"));
        grant("evict", Colleague.rule(List.of("create"), "", "pods/eviction"));
        grant("probe", new PolicyRuleBuilder(Colleague.rule(List.of("delete"), "", "pods"))
                .withResourceNames(PROBE.name()).build());
        grant("forward", Colleague.rule(List.of("get", "create"), "", "pods/portforward"),
                Colleague.rule(List.of("get"), "", "pods/exec"));
    }

    private void grant(String name, PolicyRule... rules) {
        colleague.rbac().roles().inNamespace("research")
                .resource(new RoleBuilder().withNewMetadata().withName(name).endMetadata().withRules(rules).build())
                .create();
        colleague.rbac().roleBindings().inNamespace("research")
                .resource(new RoleBindingBuilder().withNewMetadata().withName(name).endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "Role", name)
                        .addNewSubject("rbac.authorization.k8s.io", "User", "nobody", null).build())
                .create();
    }

    private void inspect(ObjectRef pod) {
        eventuallySays("connection", "live");
        eventually(pod + " is seen",
                () -> clusterSelection.snapshots().get().findPod(pod.namespace(), pod.name()).isPresent());
        onFx(() -> {
            rootPane.inspect(pod);
            return true;
        });
    }

    /** What the menu says of an offer, once the server has said what it thinks of it. */
    private void eventuallyOffers(String text) {
        eventually("it is offered so: " + text, () -> offered().contains(text));
    }

    private List<String> offered() {
        return offers().stream().map(MenuItem::getText).toList();
    }

    private boolean disabled(String start) {
        return offers().stream().filter(item -> item.getText().startsWith(start)).allMatch(MenuItem::isDisable);
    }

    @Test
    void whoSeesOneNamespaceIsLedToWhatIsKnownOfItAndReadsTheirRightsInIt() {
        eventuallySays("connection", "live");
        eventuallySays("status-bar", "pods of research: live");
        eventually("the fleet leads on", () -> words(rootPane.node().getId())
                .contains("The screens Pods, Quotas and Doctor work without GPU nodes."));
        onFx(() -> {
            rootPane.goTo(ScreenDestination.QUOTAS);
            return true;
        });
        eventuallySays("quota-access", "Permissions in research");
    }

    @Test
    void whatMayNotBeDoneIsOfferedWithTheReasonAgainstItAndWhatMayBeIsNotInItsWay() {
        inspect(PROBE);
        eventuallyOffers("Open terminal   (You may not run commands in pods in research)");
        assertThat(disabled("Open terminal")).isTrue();
        eventuallyOffers("Copy files…   (You may not copy files of pods in research)");
        assertThat(offered()).as("a role names this very pod").contains("Delete pod…");
        assertThat(offered()).as("what ends a pod is not the first that is offered")
                .containsSubsequence("Forward a port…   (Pod is not scheduled yet)", "Delete pod…", "Evict pod…");

        var other = clusterSelection.snapshots().get().unbound().stream()
                .filter(pod -> pod.namespace().equals("research") && !pod.name().equals(PROBE.name())).findFirst()
                .map(pod -> ObjectRef.pod(pod.namespace(), pod.name())).orElseThrow();
        inspect(other);
        eventuallyOffers("Delete pod…   (You may not delete pods in research)");
        assertThat(disabled("Delete pod…")).isTrue();
        assertThat(offered()).contains("Evict pod…");
    }

    @Test
    void theServerHasTheLastWordWhereARightIsTakenAwayMeanwhile() {
        inspect(PROBE);
        eventuallyOffers("Open terminal   (You may not run commands in pods in research)");
        colleague.rbac().roleBindings().inNamespace("research").withName("probe").delete();
        begin("Delete pod…");
        press("Preview");
        eventually("it is refused", () -> words("change").contains("You may not delete pods in the namespace"));
        assertThat(colleague.pods().inNamespace("research").withName(PROBE.name()).get()).isNotNull();
    }

    /** What is to be read of a button's name. */
    private String drawn(String id) {
        return onFx(() -> ((Text) find(id).lookup(".text")).getText());
    }

    @Test
    void launchingAndEditingSayWhyTheyMayNotBeDone() {
        inspect(PROBE);
        onFx(() -> {
            rootPane.showInspectorPage(InspectorPageName.YAML);
            return true;
        });
        eventuallySays("inspector", "Read-only: You may not change pods in research");
        assertThat(onFx(() -> find("inspector-yaml-edit").isDisabled())).isTrue();
        assertThat(List.of(drawn("inspector-yaml-copy"), drawn("inspector-yaml-fold"), drawn("inspector-yaml-edit")))
                .containsExactly("Copy", "Fold all", "Edit");

        onFx(() -> {
            rootPane.goTo(ScreenDestination.PODS);
            return true;
        });
        eventually("launching is not offered", () -> onFx(() -> find("pods-launch") instanceof Button launch
                && launch.isDisabled() && launch.getText().equals("Launch…   (You may not launch workloads)")));
    }

    @Test
    void aReasonPushesNothingOutOfASmallWindow() {
        eventuallySays("connection", "live");
        inspect(PROBE);
        size(900, 600);
        eventually("launching is not offered", () -> onFx(() -> find("pods-launch") instanceof Button launch
                && launch.isDisabled() && ((Region) rootPane.node()).getWidth() < 1000));
        onFx(() -> {
            rootPane.node().layout();
            return true;
        });
        for (var part : List.of("pods-filter", "pods-list", "pods-launch")) {
            assertThat(onFx(() -> within(find(part)))).as(part + " is between the rail and the inspector").isTrue();
        }
        assertThat(onFx(() -> find("pods-filter").getLayoutBounds().getWidth())).isGreaterThan(80);
        assertThat(drawn("pods-launch")).as("it is cut").doesNotContain("workloads");
        new FxRobot().moveTo("#pods-launch");
        eventually("who rests on it reads all of it",
                () -> onFx(() -> Window.getWindows().stream().filter(Tooltip.class::isInstance)
                        .map(tip -> ((Tooltip) tip).getText())
                        .anyMatch("Launch…   (You may not launch workloads)"::equals)));
        size(1440, 900);
    }

    private void size(double width, double height) {
        onFx(() -> {
            rootPane.goTo(ScreenDestination.PODS);
            rootPane.node().getScene().getWindow().setWidth(width);
            rootPane.node().getScene().getWindow().setHeight(height);
            return true;
        });
    }

    private boolean within(Node part) {
        var place = part.localToScene(part.getLayoutBounds());
        var rail = find("rail");
        var inspector = find("inspector");
        return place.getMinX() >= rail.localToScene(rail.getLayoutBounds()).getMaxX() - 1
                && place.getMaxX() <= inspector.localToScene(inspector.getLayoutBounds()).getMinX() + 1;
    }

    @Test
    void theKeyOfTheTerminalSaysWhyThereIsNone() {
        inspect(PROBE);
        eventuallyOffers("Open terminal   (You may not run commands in pods in research)");
        onFx(() -> {
            rootPane.node().requestFocus();
            return true;
        });
        new FxRobot().push(KeyCode.S);
        eventually("the reason is told",
                () -> onFx(() -> Window.getWindows().stream()
                        .flatMap(window -> window.getScene().getRoot().lookupAll(".label").stream())
                        .filter(Labeled.class::isInstance).map(label -> ((Labeled) label).getText())
                        .anyMatch("You may not run commands in pods in research"::equals)));
    }

    private void logs(boolean inSight) {
        onFx(() -> {
            rootPane.showInspectorPage(inSight ? InspectorPageName.LOGS : InspectorPageName.OVERVIEW);
            return true;
        });
    }

    @Test
    void aLogThatIsRefusedMeanwhileGoesOnWhereItWasOnceItMayBeReadAgain() {
        grant("read", Colleague.rule(List.of("get"), "", "pods/log"));
        eventuallySays("connection", "live");
        eventually("pods are seen", () -> running().isPresent());
        inspect(running().orElseThrow());
        logs(true);
        eventually("lines come", () -> words("logs").matches("(?s).*[1-9][0-9\u202f]* lines.*"));
        assertThat(onFx(() -> find("logs-again").isVisible())).isFalse();

        logs(false);
        colleague.rbac().roleBindings().inNamespace("research").withName("read").delete();
        logs(true);
        eventually("it is refused", () -> onFx(() -> find("logs-again").isVisible()));
        assertThat(words("logs")).contains("You may not get pods/log");
        assertThat(words("logs")).as("what was read stays").contains(" lines");

        colleague.rbac().roles().inNamespace("research").withName("read").delete();
        grant("read", Colleague.rule(List.of("get"), "", "pods/log"));
        onFx(() -> {
            ((Hyperlink) find("logs-again")).fire();
            return true;
        });
        eventually("it goes on", () -> onFx(() -> !find("logs-again").isVisible()));
        assertThat(words("logs")).contains(" lines").doesNotContain("You may not");
    }

    @Test
    void aLogThatMayNotBeReadYetComesByItselfOnceItMay() {
        eventuallySays("connection", "live");
        eventually("pods are seen", () -> running().isPresent());
        inspect(running().orElseThrow());
        logs(true);
        eventually("it is refused", () -> words("logs").contains("You may not get pods/log"));

        grant("read", Colleague.rule(List.of("get"), "", "pods/log"));
        eventually("lines come", () -> words("logs").matches("(?s).*[1-9][0-9\u202f]* lines.*"));
        assertThat(onFx(() -> find("logs-lines").isVisible())).isTrue();
    }

    private Optional<ObjectRef> running() {
        return clusterSelection.snapshots().get().pods()
                .filter(pod -> pod.namespace().equals("research") && pod.status().equals("Running"))
                .map(pod -> ObjectRef.pod(pod.namespace(), pod.name())).findFirst();
    }
}
