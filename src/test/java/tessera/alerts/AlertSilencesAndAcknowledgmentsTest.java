package tessera.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tessera.alerts.Alert.AlertState;
import tessera.alerts.Alert.AlertTimes;
import tessera.text.ForeignMessage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AlertSilencesAndAcknowledgmentsTest {

    private static final Instant NOW = Instant.parse("2026-11-21T14:00:00Z");
    private static final Instant LATER = NOW.plus(Duration.ofHours(1));

    private static Alert alert(String rule, String node, Instant since) {
        return new Alert(rule, "title", AlertOrFindingSeverity.WARNING, AlertSubject.forNode(node), AlertState.FIRING,
                new AlertTimes(since, since, null, null), null, new ForeignMessage("sentence"), List.of(),
                List.of("ml/train"), "advice");
    }

    private static AlertSnapshot state(Instant at, Alert... alerts) {
        return new AlertSnapshot(at, List.of(alerts), List.of(), List.of());
    }

    @Test
    void anAcknowledgedAlertIsQuietUntilItComesAnew() {
        var known = alert("node-not-ready", "a", NOW);
        var silences = AlertSilencesAndAcknowledgments.noSilences().acknowledge(known, NOW, "on it");

        assertThat(silences.audibleAlerts(state(NOW, known, alert("node-not-ready", "b", NOW))))
                .extracting(alert -> alert.subject().node()).containsExactly("b");
        assertThat(silences.audibleAlerts(state(LATER, alert("node-not-ready", "a", LATER)))).hasSize(1);
        assertThat(silences.withdrawAcknowledgement(known)).isEqualTo(AlertSilencesAndAcknowledgments.noSilences());
    }

    @Test
    void aSilenceEndsAtItsTimeAndCoversWhatItNames() {
        var alert = alert("node-not-ready", "a", NOW);
        var byPod = new AlertSilence("", "", "", "ml/train", NOW, LATER, "known");
        var silences = AlertSilencesAndAcknowledgments.noSilences()
                .withSilence(AlertSilence.forAlert(alert, NOW, LATER, "maintenance"));

        assertThat(silences.audibleAlerts(state(NOW, alert))).isEmpty();
        assertThat(silences.audibleAlerts(state(LATER, alert))).hasSize(1);
        assertThat(silences.audibleAlerts(state(NOW, alert("node-not-ready", "b", NOW)))).hasSize(1);
        assertThat(AlertSilencesAndAcknowledgments.noSilences().withSilence(byPod)
                .audibleAlerts(state(NOW, alert("node-not-ready", "b", NOW)))).isEmpty();
        assertThatThrownBy(() -> AlertSilence.forAlert(alert, NOW, NOW, ""))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatHasNoEffectAnyMoreIsPruned() {
        var over = alert("node-not-ready", "a", NOW);
        var silences = AlertSilencesAndAcknowledgments.noSilences().acknowledge(over, NOW, "")
                .withSilence(AlertSilence.forAlert(over, NOW, LATER, ""));

        assertThat(silences.withoutExpired(state(LATER))).isEqualTo(AlertSilencesAndAcknowledgments.noSilences());
        assertThat(silences.withoutExpired(state(NOW, over))).isEqualTo(silences);
    }

    @Test
    void theWorstOfSomeAlertsIsTheMostUrgent() {
        assertThat(AlertSnapshot.worstSeverity(List.of())).isEmpty();
        assertThat(AlertSnapshot.worstSeverity(List.of(alert("node-not-ready", "a", NOW))))
                .contains(AlertOrFindingSeverity.WARNING);
    }
}
