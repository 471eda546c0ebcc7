package tessera.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tessera.alerts.Alert.AlertTimes;
import tessera.alerts.Alert.State;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AlertSilencesTest {

    private static final Instant NOW = Instant.parse("2026-11-21T14:00:00Z");
    private static final Instant LATER = NOW.plus(Duration.ofHours(1));

    private static Alert alert(String rule, String node, Instant since) {
        return new Alert(rule, "title", Severity.WARNING, AlertSubject.node(node), State.FIRING,
                new AlertTimes(since, since, null, null), null, "sentence", List.of(), List.of("ml/train"), "advice");
    }

    private static AlertsState state(Instant at, Alert... alerts) {
        return new AlertsState(at, List.of(alerts), List.of(), List.of());
    }

    @Test
    void anAcknowledgedAlertIsQuietUntilItComesAnew() {
        var known = alert("node-not-ready", "a", NOW);
        var silences = AlertSilences.none().acknowledge(known, NOW, "on it");

        assertThat(state(NOW, known, alert("node-not-ready", "b", NOW)).loud(silences))
                .extracting(alert -> alert.subject().node()).containsExactly("b");
        assertThat(state(LATER, alert("node-not-ready", "a", LATER)).loud(silences)).hasSize(1);
        assertThat(silences.withdraw(known)).isEqualTo(AlertSilences.none());
    }

    @Test
    void aSilenceEndsAtItsTimeAndCoversWhatItNames() {
        var alert = alert("node-not-ready", "a", NOW);
        var byPod = new AlertSilence("", "", "", "ml/train", NOW, LATER, "known");
        var silences = AlertSilences.none().with(AlertSilence.of(alert, NOW, LATER, "maintenance"));

        assertThat(state(NOW, alert).loud(silences)).isEmpty();
        assertThat(state(LATER, alert).loud(silences)).hasSize(1);
        assertThat(state(NOW, alert("node-not-ready", "b", NOW)).loud(silences)).hasSize(1);
        assertThat(state(NOW, alert("node-not-ready", "b", NOW)).loud(AlertSilences.none().with(byPod))).isEmpty();
        assertThatThrownBy(() -> AlertSilence.of(alert, NOW, NOW, "")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatHasNoEffectAnyMoreIsPruned() {
        var over = alert("node-not-ready", "a", NOW);
        var silences = AlertSilences.none().acknowledge(over, NOW, "").with(AlertSilence.of(over, NOW, LATER, ""));

        assertThat(silences.pruned(state(LATER))).isEqualTo(AlertSilences.none());
        assertThat(silences.pruned(state(NOW, over))).isEqualTo(silences);
    }

    @Test
    void theWorstOfSomeAlertsIsTheMostUrgent() {
        assertThat(AlertsState.worst(List.of())).isEmpty();
        assertThat(AlertsState.worst(List.of(alert("node-not-ready", "a", NOW)))).contains(Severity.WARNING);
    }
}
