package tessera.ui.shell;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.insight.Accelerators;
import tessera.insight.Sample;
import tessera.model.ObjectRef;
import tessera.ui.Lookup;
import tessera.ui.StillDesk;
import tessera.ui.kit.Theme;
import tessera.ui.mosaic.MosaicPane;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.insight.Sample.node;

/** The window when the cluster below it is exchanged, and when objects are looked at. */
@ExtendWith(ApplicationExtension.class)
class ClusterChangeTest {

    private static final String GPU = "nvidia.com/gpu";

    private final ExecutorService projector = Executors.newSingleThreadExecutor();
    private final StillDesk desk = new StillDesk(new Sample()
            .with(node("h100-01").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8))
            .with(node("h100-02").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8)).snapshot());
    private Shell shell;

    @Start
    void open(Stage stage) {
        Theme.loadFonts();
        shell = new Shell(desk, Accelerators.standard(), projector, Clock.fixed(Sample.NOW, ZoneOffset.UTC), () -> {});
        var scene = new Scene(shell.node(), 1440, 900);
        Theme.DARK.dress(scene);
        stage.setScene(scene);
        stage.show();
    }

    @AfterEach
    void close() {
        WaitForAsyncUtils.waitForAsyncFx(5000, shell::close);
        projector.shutdownNow();
    }

    private static void eventually(Callable<Boolean> condition) {
        try {
            WaitForAsyncUtils.waitFor(10, TimeUnit.SECONDS, condition);
        } catch (TimeoutException e) {
            throw new AssertionError("it did not become so within 10 s", e);
        }
        WaitForAsyncUtils.waitForFxEvents();
    }

    private Node find(String id) {
        return shell.node().lookup("#" + id);
    }

    private String text(String id) {
        return find(id) instanceof Labeled labeled ? labeled.getText() : "";
    }

    private String allText(String id) {
        return String.join(" | ",
                find(id).lookupAll(".label").stream().map(label -> ((Label) label).getText()).toList());
    }

    @Test
    void nothingOfOneClusterStaysOnScreenUnderTheNameOfAnother(FxRobot robot) {
        eventually(() -> find("figure-gpus") != null);
        robot.interact(() -> {
            shell.inspect(ObjectRef.node("h100-01"));
            shell.chooseNamespace("research");
        });
        robot.type(KeyCode.E);
        eventually(() -> allText("inspector").contains("FailedScheduling"));

        desk.open("research-us");

        eventually(() -> find("inspector") == null);
        assertThat(shell.inspected()).isEmpty();
        assertThat(text("namespace")).isEqualTo("All namespaces");
    }

    @Test
    void aDefectWhileReadingIsSaidInsteadOfReadingForEver(FxRobot robot) {
        var shown = new AtomicReference<>("");
        robot.interact(() -> new Lookup<String>(shown::set, problem -> shown.set(problem.headline())).ask(() -> {
            throw new IllegalStateException("a defect");
        }));

        eventually(() -> shown.get().equals("The answer could not be read"));
    }

    @Test
    void theNodeThatIsInspectedIsMarkedInTheMosaic(FxRobot robot) {
        eventually(() -> find("figure-gpus") != null);
        robot.interact(() -> shell.inspect(ObjectRef.node("h100-02")));
        assertThat(((MosaicPane) find("fleet-mosaic")).selectionProperty().get()).containsExactly("h100-02");
        assertThat(shell.inspected()).hasValue(ObjectRef.node("h100-02"));
    }
}
