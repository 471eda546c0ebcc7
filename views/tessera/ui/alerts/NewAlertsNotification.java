package tessera.ui.alerts;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertSnapshot;
import tessera.text.MessageCatalog;

/**
 * New alerts as a short notification.
 *
 * @param title  what it is and where
 * @param text   what is wrong, a line for each, of the most urgent
 * @param urgent whether somebody has to act now
 */
public record NewAlertsNotification(String title, String text, boolean urgent) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NewAlertsNotification.class);
    private static final int NAMED = 4;

    /**
     * Returns the notice of one or more alerts.
     *
     * @param cluster in which they fire
     * @param news    at least one, the most urgent first
     */
    public static NewAlertsNotification forAlerts(String cluster, List<Alert> news) {
        boolean urgent = AlertSnapshot.worstSeverity(news).filter(AlertOrFindingSeverity.CRITICAL::equals).isPresent();
        if (news.size() == 1) {
            var only = news.getFirst();
            return new NewAlertsNotification("%s – %s".formatted(only.title(), cluster), alertLine(only), urgent);
        }
        int named = news.size() > NAMED ? NAMED - 1 : news.size();
        var lines = news.stream().limit(named).map(NewAlertsNotification::alertLine);
        var more = news.size() == named ? Stream.<String>empty()
                : Stream.of(MESSAGES.text("notification.more", news.size() - named));
        return new NewAlertsNotification(MESSAGES.text("notification.title", news.size(), cluster),
                Stream.concat(lines, more).collect(Collectors.joining("\n")), urgent);
    }

    private static String alertLine(Alert alert) {
        var name = alert.subject().displayName();
        return alert.sentence().contains(name) ? alert.sentence() : name + ": " + alert.sentence();
    }
}
