package tessera.app;

import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;

/** Draws the way of a change to {@code target/gallery/}, to be looked at. */
@Tag("gallery")
class ChangePicturesTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Test
    void aTaint() throws Exception {
        begin("l40s-01", "Taint…");
        draw("change-taint-choose");
        type("taint-key", "dedicated");
        type("taint-value", "gpu");
        press("Preview");
        eventuallySays("change", "Dry run passed");
        draw("change-taint-preview");
        press("Taint l40s-01: dedicated=gpu:NoSchedule");
        eventuallySays("change-verdict", "Done");
        draw("change-taint-receipt");
    }

    @Test
    void aDrain() throws Exception {
        begin("mi300x-01", "Drain…");
        draw("change-drain-choose");
        press("Preview");
        eventually("it is worked out", () -> !words("change").contains("Asking the server"));
        draw("change-drain-refused");
        press("Back");
        check("drain-unmanaged");
        check("drain-local-data");
        press("Preview");
        eventuallySays("change", "by a disruption budget");
        draw("change-drain-preview");
        type("change-confirm", "mi300x-01");
        press("Drain mi300x-01");
        eventually("it goes on", () -> words("change").contains("done"));
        draw("change-drain-running");
        press("Stop");
        eventuallySays("change-verdict", "");
        draw("change-drain-receipt");
    }
}
