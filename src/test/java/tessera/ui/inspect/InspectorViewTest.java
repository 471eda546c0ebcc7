package tessera.ui.inspect;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Labeled;
import javafx.scene.control.TabPane;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.gpu.AcceleratorCatalog;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.ObjectRef;
import tessera.model.OwnerChain;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.ui.StillDesk;
import tessera.ui.kit.ColorTheme;
import tessera.ui.metrics.Afternoon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

/** The inspector, as the operator goes from one object to the next. */
@ExtendWith(ApplicationExtension.class)
class InspectorViewTest {

    private static final ObjectRef NODE = ObjectRef.node(Afternoon.NODE);
    private static final ObjectRef POD = ObjectRef.pod("serving", "llm-serve-0");

    private final Afternoon afternoon = Afternoon.ofEight();
    private final StillDesk desk = afternoon.desk();
    private final SimpleObjectProperty<Instant> now = new SimpleObjectProperty<>(Afternoon.END);
    @SuppressWarnings("NullAway.Init") // every test begins with showing it
    private InspectorView view;

    @Start
    void open(Stage stage) {
        view = new InspectorView(AcceleratorCatalog.standard(), desk, object -> {}, () -> {},
                new ClockAndTimeZone(now, ZoneOffset.UTC));
        stage.setScene(new Scene((Parent) view.node(), 400, 800));
        stage.show();
    }

    private InspectorState seen(ObjectRef object) {
        return seen(object, Optional.empty());
    }

    private InspectorState seen(ObjectRef object, Optional<DeviceSeriesKey> device) {
        view.inspect(object, device);
        return view.project(afternoon.fleet(), view.query().getValue());
    }

    private String page() {
        return ((TabPane) view.node().lookup(".tab-pane")).getSelectionModel().getSelectedItem().getText();
    }

    @Test
    void aPageThatOnlyTheNextObjectHasIsTurnedToAlthoughTheLastOneIsStillBeingDrawn() {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            var late = seen(NODE);
            view.show(late);
            var next = seen(POD);
            view.turnTo(InspectorPageName.LOGS);

            view.show(late);
            view.show(next);
        });

        assertThat(page()).isEqualTo("Logs");
    }

    @Test
    void whatIsChosenOrToldOfOneObjectIsNotTakenForAnother() {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            view.show(seen(POD));
            assertThat(view.node().lookup("#inspector-verdict").isVisible()).isTrue();
            view.show(seen(NODE));
            var next = seen(POD);
            assertThat(view.node().lookup("#inspector-verdict").isVisible()).isFalse();
            view.choosePage(InspectorPageName.LABELS);
            view.show(next);
            view.show(seen(NODE));
        });

        assertThat(page()).isEqualTo("Overview");
    }

    @Test
    void aGpuThatIsClickedAgainStaysOnItsPage() {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            var readings = Objects.requireNonNull(afternoon.fleet().readings().readingsOf(Afternoon.NODE));
            var gpu = readings.devices().stream().findFirst()
                    .map(device -> DeviceSeriesKey.of(Afternoon.NODE, device));
            view.show(seen(NODE, gpu));
            view.turnTo(InspectorPageName.METRICS);
            view.show(seen(NODE, gpu));
        });

        assertThat(page()).isEqualTo("Metrics");
    }

    private String makers() {
        return WaitForAsyncUtils.waitForAsyncFx(60_000,
                () -> Stream.of(".label", ".hyperlink")
                        .flatMap(each -> view.node().lookupAll("#inspector-makers " + each).stream())
                        .map(each -> ((Labeled) each).getText()).collect(Collectors.joining(" ")));
    }

    @Test
    void aPodThatIsBeingReplacedIsAskedAboutAgainUntilItIsThere() throws TimeoutException {
        desk.lineage = new OwnerChain(List.of(),
                Optional.of(Problem.of(OperationProblemKind.NOT_FOUND, "pods \"llm-serve-0\" not found")));
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            view.show(seen(POD));
            view.turnTo(InspectorPageName.OVERVIEW);
        });
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> desk.askedForMakers.get() > 0);

        desk.lineage = new OwnerChain(
                List.of(new ObjectRef("apps/v1", "ReplicaSet", "replicasets", "serving", "llm-7f"),
                        new ObjectRef("apps/v1", "Deployment", "deployments", "serving", "llm")),
                Optional.empty());
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> {
            assertThat(makers()).doesNotContain("not found");
            WaitForAsyncUtils.waitForAsyncFx(60_000, () -> now.set(now.get().plusSeconds(5)));
            return makers().contains("llm-7f");
        });
    }

    @Test
    void thePagesOfAPodBeginWhereTheirContentDoesAndAreAllSeenInASmallWindow() {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            view.show(seen(POD));
            view.turnTo(InspectorPageName.OVERVIEW);
        });
        tessera.ui.Stage.draw(new StackPane(view.node()), ColorTheme.DARK, 428, 720);
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            assertThat(left(".tab-label .text")).isCloseTo(left(".inspector-section .label .text"), offset(1.5));
            assertThat(view.node().lookup(".control-buttons-tab").isVisible()).isFalse();
        });
    }

    private double left(String of) {
        return view.node().lookupAll(of).stream()
                .mapToDouble(each -> each.localToScene(each.getBoundsInLocal()).getMinX()).min().orElseThrow();
    }
}
