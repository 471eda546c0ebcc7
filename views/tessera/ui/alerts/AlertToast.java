package tessera.ui.alerts;

import javafx.scene.Node;
import javafx.util.Duration;
import org.controlsfx.control.Notifications;

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
        var toast = Notifications.create().owner(owner).title(notice.title()).text(notice.text()).hideAfter(LASTING)
                .onAction(event -> open.run());
        if (notice.urgent()) {
            toast.showError();
        } else {
            toast.showWarning();
        }
    }
}
