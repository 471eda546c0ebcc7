package tessera.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.ui.shell.ScreenDestination;

/** Pods that other schedulers place: the window says why they wait in the words of the command line. */
@SuppressWarnings("NullAway.Init")
class OtherSchedulersWindowTest extends OperatedWindow {

    private RecordedCluster recorded;

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    void prepare() {
        try {
            recorded = RecordedCluster.serve("queues-waiting", home);
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
    void eventsOfTheSchedulerTellWhyAPodWaits() {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.goTo(ScreenDestination.PODS);
            return true;
        });
        eventuallySays("pods-list", "Waiting for yunikorn. Queue root.gpu has too little quota left");
    }
}
