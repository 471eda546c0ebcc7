package tessera.ui;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tessera.alerts.Alert;
import tessera.alerts.Alert.AlertState;
import tessera.alerts.Alert.AlertTimes;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSilencesAndAcknowledgments;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.AlertSubject;
import tessera.text.ForeignMessage;

import static org.assertj.core.api.Assertions.assertThat;

/** What a user made of alerts, from cluster to cluster. */
class ClusterAlertFeedTest {

    private static final Instant NOW = Instant.parse("2026-11-21T14:00:00Z");

    private final ClusterAlertFeed alertFeed = new ClusterAlertFeed(AlertRules::standardRules);

    private static Alert alert(String node) {
        return new Alert("node-not-ready", "Node is not ready", AlertOrFindingSeverity.CRITICAL,
                AlertSubject.forNode(node), AlertState.FIRING, new AlertTimes(NOW, NOW, null, null), null,
                new ForeignMessage(node + " is not ready"), List.of(), List.of(), "Look.");
    }

    private void judged(Instant at, Alert... alerts) {
        alertFeed.publish(new AlertSnapshot(at, List.of(alerts), List.of(), List.of()));
    }

    private List<Alert> loud() {
        return alertFeed.silences().get().audibleAlerts(alertFeed.state().get());
    }

    @Test
    void silenceInOneClusterIsNoneInAnotherAndIsThereWhenOneComesBack() {
        alertFeed.switchCluster("prod-eu");
        judged(NOW, alert("a"));
        alertFeed.silence(alert("a"), NOW, NOW.plus(Duration.ofHours(8)));
        assertThat(loud()).isEmpty();

        alertFeed.switchCluster("prod-us");
        assertThat(alertFeed.state().get()).isEqualTo(AlertSnapshot.notEvaluated());
        judged(NOW.plusSeconds(5), alert("a"));
        assertThat(loud()).hasSize(1);

        alertFeed.switchCluster("prod-eu");
        judged(NOW.plusSeconds(10), alert("a"));
        assertThat(loud()).isEmpty();
    }

    @Test
    void whatWasAcknowledgedIsForgottenWhenItIsOver() {
        judged(NOW, alert("a"));
        alertFeed.acknowledge(alert("a"), NOW);
        assertThat(loud()).isEmpty();

        judged(NOW.plusSeconds(5));
        assertThat(alertFeed.silences().get()).isEqualTo(AlertSilencesAndAcknowledgments.noSilences());
    }

    @Test
    void whoWantsToBeToldAgainIsToldWhateverWasSilenced() {
        judged(NOW, alert("a"), alert("b"));
        alertFeed.acknowledge(alert("a"), NOW);
        alertFeed.silence(alert("a"), NOW, NOW.plus(Duration.ofHours(1)));
        alertFeed.silence(alert("b"), NOW, NOW.plus(Duration.ofHours(1)));
        alertFeed.removeSilence(alert("a"), NOW);

        assertThat(loud()).containsExactly(alert("a"));
    }
}
