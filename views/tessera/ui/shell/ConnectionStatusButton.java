package tessera.ui.shell;

import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import org.controlsfx.control.PopOver;
import org.jspecify.annotations.Nullable;
import tessera.model.ServerVersion;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;
import tessera.ui.kit.FloatingPopOver;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.shell.WindowBarsState.ConnectionChipState;
import tessera.ui.shell.WindowBarsState.OfferedConnectionAction;

/** Connection status in the top bar; a click shows details and actions. */
final class ConnectionStatusButton {

    private static final double WIDTH = 380;

    private final Button node = new Button();
    private final Label detail = new Label();
    private final Label version = new Label();
    private final BackgroundQuery<ServerVersion> backgroundQuery = new BackgroundQuery<>(
            serverVersion -> showVersion(versionText(serverVersion)),
            problem -> showVersion(""));
    private final Button action = new Button();
    private final AppServices services;
    private @Nullable ConnectionChipState displayedChipState;
    private @Nullable PopOver popOver;

    ConnectionStatusButton(AppServices services) {
        this.services = services;
        node.setId("connection");
        node.getStyleClass().addAll("flat", "chip");
        detail.setId("connection-detail");
        action.setId("connection-action");
        version.setId("connection-version");
        showVersion("");
        node.setOnAction(event -> {
            showVersion("");
            backgroundQuery.submit(() -> services.clusterServices().version());
            detailPopOver().show(node);
        });
    }

    /** Creates the pop-over on first use, as a window should open without. */
    private PopOver detailPopOver() {
        var made = popOver;
        if (made == null) {
            detail.setWrapText(true);
            version.getStyleClass().addAll("small", "muted");
            var box = new VBox(12, detail, version, action);
            box.getStyleClass().add("picker-box");
            box.setPrefWidth(WIDTH);
            made = FloatingPopOver.create(box, PopOver.ArrowLocation.TOP_RIGHT);
            popOver = made;
        }
        return made;
    }

    private static String versionText(ServerVersion serverVersion) {
        return serverVersion.version().isEmpty() ? ""
                : "Kubernetes " + serverVersion.version()
                        + (serverVersion.platform().isEmpty() ? "" : " on " + serverVersion.platform());
    }

    /** Shows the server version; a server that cannot be asked is described by the connection status. */
    private void showVersion(String text) {
        version.setText(text);
        JavaFxNodeVisibility.setShown(version, !text.isEmpty());
    }

    Button node() {
        return node;
    }

    void show(ConnectionChipState chipState) {
        // It is told every second, and what is set anew is drawn anew.
        if (chipState.equals(displayedChipState)) {
            return;
        }
        displayedChipState = chipState;
        node.setGraphic(chipState.glyph().node());
        node.setText(chipState.text());
        node.setAccessibleText("Connection: " + chipState.text());
        detail.setText(chipState.detail());
        JavaFxNodeVisibility.setShown(action, chipState.actions() != OfferedConnectionAction.NONE);
        action.setText(chipState.actions() == OfferedConnectionAction.CANCEL ? "Stop trying" : "Try now");
        action.setOnAction(event -> {
            detailPopOver().hide();
            if (chipState.actions() == OfferedConnectionAction.CANCEL) {
                services.disconnect();
            } else {
                services.retryConnection();
            }
        });
    }
}
