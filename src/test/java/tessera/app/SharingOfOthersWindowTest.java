package tessera.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.shell.ScreenDestination;

import static org.assertj.core.api.Assertions.assertThat;

/** Where NVIDIA's device plugin shares nothing, the sharing screen says so, and waits for nothing. */
@SuppressWarnings("NullAway.Init")
class SharingOfOthersWindowTest extends OperatedWindow {

    private RecordedCluster recorded;

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    void prepare() {
        try {
            recorded = RecordedCluster.serve("amd-driver-missing", home);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    String kubeconfig() {
        try {
            return Files.readString(Path.of(recorded.kubeconfig()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void stop() {
        recorded.close();
    }

    @Test
    void nothingIsAwaitedOfConfigurationsThatAreNotThere() {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.goTo(ScreenDestination.SHARING);
            return true;
        });
        eventuallySays("shell", "No node has an NVIDIA GPU");

        assertThat(onFx(() -> rootPane.node().lookupAll("." + NoDataPlaceholder.AWAITING))).isEmpty();
    }
}
