package tessera.ui.alerts;

import javafx.scene.Node;
import javafx.util.Duration;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.ToastMessage;

/** Shows new alerts in a corner of the window, for desktops without notifications. FX thread. */
public final class AlertToast {

    private static final Duration LASTING = Duration.seconds(15);

    private AlertToast() {}

    /**
     * Shows new alerts for a while.
     *
     * @param open shows the alerts, when it is clicked
     */
    public static void show(Node owner, NewAlertsNotification notification, Runnable open) {
        ToastMessage
                .createToast(owner, notification.urgent() ? StatusGlyph.BROKEN : StatusGlyph.WARNING,
                        notification.title(), notification.text())
                .hideAfter(LASTING).onAction(event -> open.run()).show();
    }
}
