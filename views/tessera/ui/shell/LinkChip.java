package tessera.ui.shell;

import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import org.controlsfx.control.PopOver;
import org.jspecify.annotations.Nullable;
import tessera.model.ServerVersion;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.kit.FloatingPane;
import tessera.ui.kit.NodePresence;
import tessera.ui.shell.FrameState.ConnectionActions;
import tessera.ui.shell.FrameState.ConnectionChip;

/** The state of the connection in the top bar; a click tells more, and what can be done. */
final class LinkChip {

    private static final double WIDTH = 380;

    private final Button node = new Button();
    private final Label detail = new Label();
    private final Label version = new Label();
    private final AsyncQuery<ServerVersion> lookup = new AsyncQuery<>(found -> tell(words(found)), problem -> tell(""));
    private final Button action = new Button();
    private final AppServices desk;
    private @Nullable ConnectionChip shown;
    private @Nullable PopOver popOver;

    LinkChip(AppServices desk) {
        this.desk = desk;
        node.setId("connection");
        node.getStyleClass().addAll("flat", "chip");
        detail.setId("connection-detail");
        action.setId("connection-action");
        version.setId("connection-version");
        tell("");
        node.setOnAction(event -> {
            tell("");
            lookup.ask(() -> desk.reached().version());
            floating().show(node);
        });
    }

    /** Made when somebody first asks, as a window should open without. */
    private PopOver floating() {
        var made = popOver;
        if (made == null) {
            detail.setWrapText(true);
            version.getStyleClass().addAll("small", "muted");
            var box = new VBox(12, detail, version, action);
            box.getStyleClass().add("picker-box");
            box.setPrefWidth(WIDTH);
            made = FloatingPane.of(box, PopOver.ArrowLocation.TOP_RIGHT);
            popOver = made;
        }
        return made;
    }

    private static String words(ServerVersion found) {
        return found.version().isEmpty() ? ""
                : "Kubernetes " + found.version() + (found.platform().isEmpty() ? "" : " on " + found.platform());
    }

    /** What runs there; a server that cannot be asked is told of by the state of the connection. */
    private void tell(String words) {
        version.setText(words);
        NodePresence.of(version, !words.isEmpty());
    }

    Button node() {
        return node;
    }

    void show(ConnectionChip link) {
        // It is told every second, and what is set anew is drawn anew.
        if (link.equals(shown)) {
            return;
        }
        shown = link;
        node.setGraphic(link.sign().node());
        node.setText(link.words());
        node.setAccessibleText("Connection: " + link.words());
        detail.setText(link.detail());
        NodePresence.of(action, link.actions() != ConnectionActions.NONE);
        action.setText(link.actions() == ConnectionActions.CANCEL ? "Stop trying" : "Try now");
        action.setOnAction(event -> {
            floating().hide();
            if (link.actions() == ConnectionActions.CANCEL) {
                desk.disconnect();
            } else {
                desk.retry();
            }
        });
    }
}
