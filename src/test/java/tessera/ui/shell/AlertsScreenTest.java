package tessera.ui.shell;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import tessera.alerts.Alert;
import tessera.alerts.Alert.AlertState;
import tessera.alerts.Alert.AlertTimes;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.AlertSubject;
import tessera.gpu.Sample;
import tessera.model.ObjectRef;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.text.ForeignMessage;
import tessera.ui.StillDesk;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.NOW;
import static tessera.gpu.Sample.node;

/** Alerts in a user's hands. */
class AlertsScreenTest extends WindowTest {

    private static final int RULES = AlertRules.standardRules().allRules().size();

    private final StillDesk desk = new StillDesk(
            new Sample().with(node("h100-01").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8))
                    .with(node("t4-02").nvidia("Tesla-T4", 4).has("nvidia.com/gpu", 4)).snapshot());

    @Override
    StillDesk desk() {
        return desk;
    }

    @Start
    void open(Stage stage) {
        show(stage);
    }

    private static Alert alert(String rule, AlertOrFindingSeverity alertOrFindingSeverity, String node) {
        return new Alert(rule, "Title", alertOrFindingSeverity, AlertSubject.forNode(node), AlertState.FIRING,
                new AlertTimes(NOW.minusSeconds(600), NOW, null, null), null,
                new ForeignMessage(node + " is in trouble"), List.of("Last answer at noon"), List.of(),
                "Look at the machine.");
    }

    private static final Alert LOST = alert("node-unreachable", AlertOrFindingSeverity.CRITICAL, "h100-01");
    private static final Alert SILENT = alert("exporter-silent", AlertOrFindingSeverity.WARNING, "t4-02");

    private void fires(Instant at, Alert... alerts) {
        desk.alertFeed.publish(new AlertSnapshot(at, List.of(alerts), List.of(), List.of()));
    }

    private String badge() {
        return find("rail-badge-alerts") instanceof Label badge && badge.isVisible() ? badge.getText() : "";
    }

    private String wayToAlerts() {
        return find("rail-alerts") instanceof ToggleButton button ? String.valueOf(button.getAccessibleText()) : "";
    }

    private void openAlerts(FxRobot robot) {
        robot.type(RailKeys.to(ScreenDestination.ALERTS));
        eventually(() -> find("alerts-list") != null && allText("alerts-list").contains("is in trouble"));
    }

    @Test
    void theBadgeCountsWhatFiresAndSaysHowBadItIs() {
        assertThat(badge()).isEmpty();

        fires(NOW, LOST, SILENT);
        eventually(() -> badge().equals("2"));
        assertThat(wayToAlerts()).isEqualTo("Alerts: 2 alerts fire, worst: critical");

        assertThat(find("rail-alerts").getAccessibleHelp()).as("what is counted, and what is not")
                .contains("Counts firing alert rules", "see Needs attention on the Fleet screen");
        assertThat(find("attention-count").getAccessibleHelp())
                .contains("The Alerts screen counts firing alert rules instead");

        desk.alertFeed.acknowledge(LOST, NOW);
        eventually(() -> badge().equals("1"));
        assertThat(wayToAlerts()).isEqualTo("Alerts: 1 alert fires, worst: warning");

        fires(NOW.plusSeconds(5));
        eventually(() -> badge().isEmpty());
        assertThat(wayToAlerts()).isEqualTo("Alerts");
    }

    @Test
    void whoAcknowledgesAnAlertFindsItAmongTheQuietOnes(FxRobot robot) {
        fires(NOW, LOST, SILENT);
        openAlerts(robot);
        assertThat(allText("alerts-list")).contains("1 critical", "1 warning");

        robot.clickOn("h100-01 is in trouble");
        eventually(() -> allText("alerts-list").contains("Look at the machine."));
        robot.clickOn(".alert-acknowledge");

        eventually(() -> allText("alerts-list").contains("1 acknowledged or silenced"));
        assertThat(allText("alerts-list")).doesNotContain("1 critical").contains("1 warning");
        robot.clickOn(".alert-speak");
        eventually(() -> allText("alerts-list").contains("1 critical"));
    }

    @Test
    void aSilenceEndsWithItsTime(FxRobot robot) {
        fires(NOW, SILENT);
        openAlerts(robot);
        robot.clickOn("t4-02 is in trouble");
        eventually(() -> find("alerts-list").lookup(".alert-silence") != null);
        robot.clickOn(".alert-silence");
        robot.clickOn("For 1 hour");

        eventually(() -> allText("alerts-list").contains("firing, for another 1 h"));
        eventually(() -> badge().isEmpty());
        fires(NOW.plus(Duration.ofMinutes(59)), SILENT);
        eventually(() -> allText("alerts-list").contains("firing, for another 60 s"));
        assertThat(badge()).isEmpty();

        fires(NOW.plus(Duration.ofMinutes(60)), SILENT);
        eventually(() -> badge().equals("1"));
        eventually(() -> !allText("alerts-list").contains("silenced"));
    }

    @Test
    void theSubjectLeadsToItsNode(FxRobot robot) {
        fires(NOW, LOST);
        openAlerts(robot);
        robot.clickOn(".alert-subject");

        eventually(() -> rootPane.inspectedObject().equals(Optional.of(ObjectRef.node("h100-01"))));
    }

    @Test
    void whereNothingFiresItIsSaidWhatIsWatched(FxRobot robot) {
        desk.readings.set(new FleetReadings(NOW,
                Map.of("t4-02", new NodeReadings("t4-02", "", null, Duration.ofSeconds(15), null, List.of())), null));
        fires(NOW);
        robot.type(RailKeys.to(ScreenDestination.ALERTS));

        eventually(() -> find("alerts-empty") != null && allText("alerts-empty").contains("No known alerts firing"));
        assertThat(allText("alerts-empty")).contains(RULES + " rules watch 0 of 12 GPUs",
                "1 node has no exporter (t4-02)");
    }
}
