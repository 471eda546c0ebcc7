package tessera.ui.shell;

import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import org.controlsfx.control.PopOver;
import org.jspecify.annotations.Nullable;
import tessera.model.ServerVersion;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.kit.Floating;
import tessera.ui.kit.Presence;
import tessera.ui.shell.FrameState.Actions;
import tessera.ui.shell.FrameState.Link;

/** The state of the connection in the top bar; a click tells more, and what can be done. */
final class LinkChip {

    private static final double WIDTH = 380;

    private final Button node = new Button();
    private final Label detail = new Label();
    private final Label version = new Label();
    private final Lookup<ServerVersion> lookup = new Lookup<>(found -> tell(words(found)), problem -> tell(""));
    private final Button action = new Button();
    private final Desk desk;
    private @Nullable Link shown;
    private @Nullable PopOver popOver;

    LinkChip(Desk desk) {
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
            made = Floating.of(box, PopOver.ArrowLocation.TOP_RIGHT);
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
        Presence.of(version, !words.isEmpty());
    }

    Button node() {
        return node;
    }

    void show(Link link) {
        // It is told every second, and what is set anew is drawn anew.
        if (link.equals(shown)) {
            return;
        }
        shown = link;
        node.setGraphic(link.sign().node());
        node.setText(link.words());
        node.setAccessibleText("Connection: " + link.words());
        detail.setText(link.detail());
        Presence.of(action, link.actions() != Actions.NONE);
        action.setText(link.actions() == Actions.CANCEL ? "Stop trying" : "Try now");
        action.setOnAction(event -> {
            floating().hide();
            if (link.actions() == Actions.CANCEL) {
                desk.disconnect();
            } else {
                desk.retry();
            }
        });
    }
}
