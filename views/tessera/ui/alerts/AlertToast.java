package tessera.ui.alerts;

import javafx.scene.Node;
import javafx.util.Duration;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.ToastMessage;

/** New alerts in a corner of the window, for desktops that cannot be told of them. FX thread. */
public final class AlertToast {

    private static final Duration LASTING = Duration.seconds(15);

    private AlertToast() {}

    /**
     * Shows them for a while.
     *
     * @param open shows the alerts, when it is clicked
     */
    public static void show(Node owner, AlertNotice notice, Runnable open) {
        ToastMessage
                .of(owner, notice.urgent() ? StatusGlyph.BROKEN : StatusGlyph.WARNING, notice.title(), notice.text())
                .hideAfter(LASTING).onAction(event -> open.run()).show();
    }
}
