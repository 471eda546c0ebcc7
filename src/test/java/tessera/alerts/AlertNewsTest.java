package tessera.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tessera.alerts.Alert.AlertState;
import tessera.alerts.Alert.AlertTimes;
import tessera.text.ForeignMessage;

import static org.assertj.core.api.Assertions.assertThat;

/** Of which alerts a user is told who looks elsewhere. */
class AlertNewsTest {

    private static final Instant OPENED = Instant.parse("2026-11-22T08:00:00Z");
    private static final Optional<AlertOrFindingSeverity> WARNINGS = Optional.of(AlertOrFindingSeverity.WARNING);

    private final AlertNotificationSelector selector = new AlertNotificationSelector();
    private AlertSilencesAndAcknowledgments silences = AlertSilencesAndAcknowledgments.noSilences();

    private static Alert alert(String node, AlertOrFindingSeverity alertOrFindingSeverity, int second) {
        var since = OPENED.plusSeconds(second);
        return new Alert("node-not-ready", "Node is not ready", alertOrFindingSeverity, AlertSubject.forNode(node),
                AlertState.FIRING, new AlertTimes(since, since, null, null), null,
                new ForeignMessage(node + " is not ready"), List.of(), List.of(), "");
    }

    private static AlertSnapshot after(int second, Alert... active) {
        return new AlertSnapshot(OPENED.plusSeconds(second), List.of(active), List.of(), List.of());
    }

    private List<String> told(AlertSnapshot state) {
        return told(state, WARNINGS);
    }

    private List<String> told(AlertSnapshot state, Optional<AlertOrFindingSeverity> least) {
        return selector.takeNew(state, silences, least).stream().map(alert -> alert.subject().node()).toList();
    }

    @Test
    void whatIsWrongWhenTheClusterIsOpenedIsNoNews() {
        var old = alert("t4-01", AlertOrFindingSeverity.CRITICAL, -600);
        var readLater = alert("t4-02", AlertOrFindingSeverity.CRITICAL, -600);

        assertThat(told(after(0, old))).isEmpty();
        assertThat(told(after(40, old, readLater))).isEmpty();
        assertThat(told(after(600, old, readLater))).isEmpty();
    }

    @Test
    void aNewAlertIsToldOnceAndAgainWhenItComesBack() {
        told(after(0));
        var fires = alert("t4-01", AlertOrFindingSeverity.CRITICAL, 100);

        assertThat(told(after(100, fires))).containsExactly("t4-01");
        assertThat(told(after(200, fires))).isEmpty();
        assertThat(told(after(300))).isEmpty();
        assertThat(told(after(400, alert("t4-01", AlertOrFindingSeverity.CRITICAL, 400)))).containsExactly("t4-01");
    }

    @Test
    void whatIsJudgedAnewByOtherRulesIsNotToldAgain() {
        told(after(0));

        assertThat(told(after(100, alert("t4-01", AlertOrFindingSeverity.CRITICAL, 100)))).hasSize(1);
        assertThat(told(after(200, alert("t4-01", AlertOrFindingSeverity.CRITICAL, 195)))).isEmpty();
    }

    @Test
    void whatComesSoonAfterTheLastIsToldTogether() {
        told(after(0));
        var first = alert("t4-01", AlertOrFindingSeverity.WARNING, 100);
        var second = alert("t4-02", AlertOrFindingSeverity.WARNING, 105);
        var over = alert("t4-03", AlertOrFindingSeverity.WARNING, 110);
        var third = alert("t4-04", AlertOrFindingSeverity.CRITICAL, 115);

        assertThat(told(after(100, first))).containsExactly("t4-01");
        assertThat(told(after(105, first, second))).isEmpty();
        assertThat(told(after(110, first, second, over))).isEmpty();
        assertThat(told(after(135, third, first, second))).containsExactly("t4-04", "t4-02");
    }

    @Test
    void nothingIsToldOfWhatTheUserKnowsOrDoesNotWantToHear() {
        told(after(0));
        var alert = alert("t4-01", AlertOrFindingSeverity.CRITICAL, 100);
        var silenced = alert("t4-02", AlertOrFindingSeverity.CRITICAL, 100);
        silences = silences.acknowledge(alert, OPENED, "")
                .withSilence(AlertSilence.forAlert(silenced, OPENED, OPENED.plus(Duration.ofMinutes(5)), ""));

        assertThat(told(after(100, alert, silenced))).isEmpty();
        assertThat(told(after(301, alert, silenced))).as("the silence is over").containsExactly("t4-02");
    }

    @Test
    void nothingIsToldOfWhatIsLessUrgentThanWanted() {
        told(after(0));
        var info = alert("t4-01", AlertOrFindingSeverity.INFO, 100);
        var warning = alert("t4-02", AlertOrFindingSeverity.WARNING, 100);
        var critical = alert("t4-03", AlertOrFindingSeverity.CRITICAL, 100);

        assertThat(told(after(100, critical, warning, info), Optional.of(AlertOrFindingSeverity.CRITICAL)))
                .containsExactly("t4-03");
        assertThat(told(after(200, critical, warning, info), Optional.empty())).isEmpty();
        assertThat(told(after(300, critical, warning, info), WARNINGS))
                .as("what was there when somebody began to want it").isEmpty();
    }
}
