package tessera.ui.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tessera.alerts.Alert;
import tessera.alerts.Alert.AlertState;
import tessera.alerts.Alert.AlertTimes;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSilencesAndAcknowledgments;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.AlertSubject;
import tessera.gpu.Sample;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.prometheus.rule.PrometheusAlertList;
import tessera.metrics.prometheus.rule.PrometheusAlertWithRule;
import tessera.text.ForeignMessage;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.NOW;
import static tessera.gpu.Sample.node;

/** What a display across the room says of alerts. */
class WallAlertSummaryTest {

    private static Alert alert(String rule, AlertOrFindingSeverity alertOrFindingSeverity, AlertSubject subject,
            AlertState state, int minutes) {
        var since = NOW.minus(Duration.ofMinutes(minutes));
        return new Alert(rule, "Title of " + rule, alertOrFindingSeverity, subject, state,
                new AlertTimes(since, since, null, null), null, new ForeignMessage(""), List.of(),
                List.of("ml/train-0"), "");
    }

    private static Alert unreachable(String node, int minutes) {
        return alert("node-unreachable", AlertOrFindingSeverity.CRITICAL, AlertSubject.forNode(node), AlertState.FIRING,
                minutes);
    }

    private static Alert idle(int gpu, AlertState state, int minutes) {
        return alert("allocated-idle", AlertOrFindingSeverity.INFO,
                new AlertSubject("h100-0" + gpu, "GPU-" + gpu, "GPU " + gpu, -1, "ml/train-0", ""), state, minutes);
    }

    private static JavaFxAlertFeed.FiringAlerts seen(List<Alert> active, List<Alert> pending,
            AlertSilencesAndAcknowledgments silences) {
        return new JavaFxAlertFeed.FiringAlerts(new AlertSnapshot(NOW, active, pending, List.of()), silences);
    }

    private static WallAlertSummary brief(JavaFxAlertFeed.FiringAlerts firingAlerts) {
        return brief(firingAlerts, List.of());
    }

    private static WallAlertSummary brief(JavaFxAlertFeed.FiringAlerts firingAlerts,
            List<PrometheusAlertWithRule> theirs) {
        var prometheus = PrometheusAlertSnapshot.forStatus(new PrometheusDiscoveryStatus.PrometheusSearching())
                .withAnswer(new PrometheusAlertList(theirs, 1, List.of(), List.of()), NOW);
        return WallAlertSummary.forFleet(new Sample().with(node("h100-01").has("nvidia.com/gpu", 8)).fleet(),
                new ActiveAlerts(AlertRules::standardRules, firingAlerts, prometheus), NOW);
    }

    private static PrometheusAlertWithRule theirs(String name, Map<String, String> labels) {
        return new PrometheusAlertWithRule(name, PrometheusAlertWithRule.PrometheusAlertState.FIRING,
                NOW.minusSeconds(600), 1, "up == 0", Duration.ZERO, labels, Map.of("summary", "Says " + name));
    }

    @Test
    void alertsOfAPrometheusStandAmongOurs() {
        var ours = unreachable("t4-01", 3);
        var lines = brief(seen(List.of(ours), List.of(), AlertSilencesAndAcknowledgments.noSilences()),
                List.of(theirs("TargetDown", Map.of("severity", "warning", "job", "dcgm-exporter")),
                        theirs("Watchdog", Map.of("severity", "none"))))
                .lines();

        assertThat(lines).extracting(WallAlertSummary.WallAlertSummaryLine::title)
                .containsExactly("Title of node-unreachable", "TargetDown");
        assertThat(lines.getLast().location()).as("it names no node").isEqualTo("Says TargetDown");
        assertThat(lines.getLast().age()).isEqualTo("10 min");
    }

    @Test
    void theSameAboutManyNodesIsOneLineAndPushesNothingElseOff() {
        var active = new ArrayList<Alert>();
        for (int number = 1; number <= 6; number++) {
            active.add(unreachable("t4-0" + number, number));
        }
        active.add(alert("xid-critical", AlertOrFindingSeverity.CRITICAL, AlertSubject.forNode("h100-01"),
                AlertState.FIRING, 1));
        var lines = brief(seen(active, List.of(), AlertSilencesAndAcknowledgments.noSilences())).lines();

        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst().title()).isEqualTo("Title of node-unreachable × 6");
        assertThat(lines.getFirst().location()).isEqualTo("t4-06, t4-05, t4-04, t4-03 and 2 more");
        assertThat(lines.getFirst().age()).as("of the oldest").isEqualTo("6 min");
        assertThat(lines.getFirst().count()).isEqualTo(6);
    }

    @Test
    void theMostUrgentComesFirstAndWhatIsSilencedDoesNotCome() {
        var quiet = unreachable("t4-01", 9);
        var info = alert("xid-info", AlertOrFindingSeverity.INFO, AlertSubject.forNode("h100-02"), AlertState.FIRING,
                60);
        var warning = alert("exporter-silent", AlertOrFindingSeverity.WARNING, AlertSubject.forNode("h100-03"),
                AlertState.FIRING, 5);
        var silences = AlertSilencesAndAcknowledgments.noSilences().acknowledge(quiet, Instant.EPOCH, "");

        assertThat(brief(seen(List.of(info, quiet, warning), List.of(), silences)).lines())
                .extracting(WallAlertSummary.WallAlertSummaryLine::location).containsExactly("h100-03", "h100-02");
    }

    @Test
    void twoOfOneNodeStandWhereTheirAgesBelong() {
        var young = alert("allocated-idle", AlertOrFindingSeverity.INFO,
                new AlertSubject("h100-01", "GPU-9", "GPU 9", -1, "ml/train-0", ""), AlertState.FIRING, 30);
        var lines = WallAlertSummary.idleGpus(AlertRules.standardRules(),
                seen(List.of(young, idle(1, AlertState.FIRING, 80), idle(2, AlertState.FIRING, 60)), List.of(),
                        AlertSilencesAndAcknowledgments.noSilences()),
                NOW);

        assertThat(lines).extracting(WallAlertSummary.WallAlertSummaryLine::age).containsExactly("1 h 20 min", "1 h",
                "30 min");
    }

    @Test
    void whatIsHeldAndIdleIsToldBeforeItFiresTheLongestFirstButNotAPauseBetweenTwoPiecesOfWork() {
        var lines = WallAlertSummary.idleGpus(AlertRules.standardRules(),
                seen(List.of(idle(1, AlertState.FIRING, 90)),
                        List.of(idle(2, AlertState.PENDING, 120), idle(3, AlertState.PENDING, 4)),
                        AlertSilencesAndAcknowledgments.noSilences()),
                NOW);

        assertThat(lines).extracting(WallAlertSummary.WallAlertSummaryLine::location)
                .containsExactly("GPU 2 of h100-02", "GPU 1 of h100-01");
        assertThat(lines.getFirst().holder()).isEqualTo("ml/train-0");
        assertThat(lines.getFirst().age()).isEqualTo("2 h");
    }
}
