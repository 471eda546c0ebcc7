package tessera.app;

import java.util.List;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;

/** Who may launch and change no node reads at what would make room that it is not theirs to do. */
class RightsOfALaunchTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    String user() {
        return "viewer";
    }

    @Override
    void prepare() {
        Colleague.lets(colleague, user(), "see-nodes", Colleague.rule(List.of("get", "list", "watch"), "", "nodes"));
        Colleague.letsEdit(colleague, user(), "research");
    }

    @Test
    void whatWouldMakeRoomIsOfferedWithTheReasonAgainstIt() {
        eventuallySays("connection", "live");
        beginLaunch();
        type("launch-count", "5");
        eventuallySays("launch-fit", "Uncordon h100-07…   (You may not uncordon nodes)");
    }
}
