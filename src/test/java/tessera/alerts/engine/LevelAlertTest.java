package tessera.alerts.engine;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import tessera.alerts.Alert;
import tessera.alerts.Alert.AlertState;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRuleOverrides;
import tessera.alerts.AlertRules;
import tessera.model.reading.DeviceMetric;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.alerts.engine.Scene.alertsOf;
import static tessera.alerts.engine.Scene.instance;
import static tessera.alerts.engine.Scene.measured;
import static tessera.alerts.engine.Scene.only;

class LevelAlertTest {

    private static final double GIB = 1L << 30;

    private final Scene scene = new Scene();

    @Test
    void aHotGpuBecomesAnAlertOnlyAfterAWhileAndSaysForHowLong() {
        scene.gpu(3, DeviceMetric.TEMPERATURE, 91);

        var first = scene.judge();

        assertThat(first.active()).isEmpty();
        assertThat(only(first.pending(), "gpu-temperature-critical").state()).isEqualTo(AlertState.PENDING);

        var later = only(scene.passMinutes(7).active(), "gpu-temperature-critical");

        assertThat(later.state()).isEqualTo(AlertState.FIRING);
        assertThat(later.severity()).isEqualTo(AlertOrFindingSeverity.CRITICAL);
        assertThat(later.sentence()).isEqualTo("GPU 3 of h100-04 is at 91 °C, above 90 °C for 7 min");
        assertThat(later.subject().device()).isEqualTo("GPU-3");
        assertThat(later.times().since()).isEqualTo(scene.now.minus(Duration.ofMinutes(7)));
    }

    @Test
    void aValueThatWouldBeRoundedToItsThresholdIsToldWithADecimalMore() {
        scene.gpu(0, DeviceMetric.TEMPERATURE, 90.04);

        assertThat(only(scene.judge().pending(), "gpu-temperature-critical").sentence())
                .isEqualTo("GPU 0 of h100-04 is at 90.04 °C, above 90 °C");
    }

    @Test
    void aTemperatureThatTremblesAtTheThresholdAlarmsOnceAndIsOverWhenItIsClearlyRight() {
        scene.gpu(0, DeviceMetric.TEMPERATURE, 87);
        scene.passMinutes(6);
        for (int i = 0; i < 20; i++) {
            scene.gpu(0, DeviceMetric.TEMPERATURE, i % 2 == 0 ? 84 : 86);
            var state = scene.passMinutes(1);
            assertThat(alertsOf(state.active(), "gpu-temperature-warning")).hasSize(1);
            assertThat(state.history()).isEmpty();
        }
        scene.gpu(0, DeviceMetric.TEMPERATURE, 84);
        assertThat(only(scene.passMinutes(1).active(), "gpu-temperature-warning").sentence())
                .startsWith("GPU 0 of h100-04 is at 84 °C, still above 82 °C for");

        scene.gpu(0, DeviceMetric.TEMPERATURE, 80);
        var over = scene.passMinutes(1);

        assertThat(over.active()).isEmpty();
        var alert = only(over.history(), "gpu-temperature-warning");
        assertThat(alert.state()).isEqualTo(AlertState.RESOLVED);
        assertThat(alert.times().endedAt()).isNotNull();
        assertThat(alert.measure()).isEqualTo(new Alert.AlertValue(84, 85, 87));
    }

    @Test
    void ofAWarningAndACriticalAlertAboutTheSameTemperatureTheCriticalOneIsTold() {
        scene.gpu(0, DeviceMetric.TEMPERATURE, 87);
        assertThat(scene.passMinutes(6).active()).extracting(Alert::ruleId).containsExactly("gpu-temperature-warning");
        scene.gpu(0, DeviceMetric.TEMPERATURE, 91);
        var rising = scene.judge();
        assertThat(rising.pending()).extracting(Alert::ruleId).containsExactly("gpu-temperature-critical");
        assertThat(scene.passMinutes(2).active()).extracting(Alert::ruleId).containsExactly("gpu-temperature-critical");
        scene.gpu(0, DeviceMetric.TEMPERATURE, 86);

        assertThat(scene.passMinutes(1).active()).extracting(Alert::ruleId).containsExactly("gpu-temperature-warning");
    }

    @Test
    void aPeakThatIsOverSoonIsNoAlert() {
        scene.gpu(0, DeviceMetric.TEMPERATURE, 88);
        scene.passMinutes(3);
        scene.gpu(0, DeviceMetric.TEMPERATURE, 84);
        scene.passMinutes(1);
        scene.gpu(0, DeviceMetric.TEMPERATURE, 88);

        assertThat(scene.passMinutes(4).active()).isEmpty();
    }

    @Test
    void aGpuThatTellsItsOwnSlowdownTemperatureIsJudgedByItUnlessTheUserSetsAThreshold() {
        scene.gpu(0, DeviceMetric.TEMPERATURE, 88.5, DeviceMetric.SLOWDOWN_TEMPERATURE, 87);
        scene.gpu(1, DeviceMetric.TEMPERATURE, 91, DeviceMetric.SLOWDOWN_TEMPERATURE, 95);

        var alert = only(scene.passMinutes(2).active(), "gpu-temperature-critical");

        assertThat(alert.sentence()).isEqualTo("GPU 0 of h100-04 is at 88.5 °C, above 87 °C for 2 min");

        scene.engine.useRules(AlertRules.standardRules()
                .withThresholds(AlertRuleOverrides.noOverrides().withThreshold("gpu-temperature-critical", 90)));

        assertThat(only(scene.passMinutes(2).active(), "gpu-temperature-critical").subject().device())
                .isEqualTo("GPU-1");
    }

    @Test
    void whatTheBoardOfADividedGpuDrawsIsJudgedOnceAndNotOncePerInstance() {
        scene.cut(0, measured(DeviceMetric.POWER, 804, DeviceMetric.POWER_LIMIT, 810, DeviceMetric.TEMPERATURE, 92),
                instance(7, "a", DeviceMetric.UTILISATION, 0.5), instance(8, "b", DeviceMetric.UTILISATION, 0.5),
                instance(9, "", DeviceMetric.UTILISATION, 0.5), instance(10, "", DeviceMetric.UTILISATION, 0.5));

        var state = scene.passMinutes(11);

        var power = only(state.active(), "power-at-limit");
        assertThat(power.sentence()).isEqualTo("GPU 0 of h100-04 draws 804 W of its 810 W limit for 11 min");
        assertThat(power.holders()).containsExactly("ml/a", "ml/b");
        assertThat(alertsOf(state.active(), "gpu-temperature-critical")).hasSize(1);
    }

    @Test
    void memoryIsJudgedForEachInstanceOfADividedGpu() {
        scene.cut(0, measured(),
                instance(7, "a", DeviceMetric.MEMORY_USED, 9.8 * GIB, DeviceMetric.MEMORY_FREE, 0.2 * GIB),
                instance(8, "b", DeviceMetric.MEMORY_USED, GIB, DeviceMetric.MEMORY_FREE, 9 * GIB));

        var alert = only(scene.passMinutes(11).active(), "memory-nearly-full");

        assertThat(alert.sentence())
                .isEqualTo("MIG instance 7 of GPU 0 of h100-04 uses 98 % of its memory, above 95 % for 11 min");

        scene.cut(0, measured(), instance(12, "a", DeviceMetric.MEMORY_USED, GIB, DeviceMetric.MEMORY_FREE, 9 * GIB));

        assertThat(scene.passMinutes(1).active()).as("the instance is gone").isEmpty();
    }

    @Test
    void aServerThatTakesAllMemoryAtItsStartIsOnlyMentioned() {
        for (int i = 0; i < 22; i++) {
            scene.held(0, "vllm", DeviceMetric.MEMORY_USED, 78 * GIB, DeviceMetric.MEMORY_FREE, 2 * GIB,
                    DeviceMetric.UTILISATION, i % 2 == 0 ? 0.9 : 0.1);
            scene.held(1, "train", DeviceMetric.MEMORY_USED, (77 + 0.1 * i) * GIB, DeviceMetric.MEMORY_FREE,
                    (3 - 0.1 * i) * GIB, DeviceMetric.UTILISATION, i % 2 == 0 ? 0.9 : 0.1);
            scene.pass(Scene.INTERVAL);
        }

        var alerts = alertsOf(scene.judge().active(), "memory-nearly-full");

        assertThat(alerts).filteredOn(alert -> alert.holders().contains("ml/vllm"))
                .allSatisfy(alert -> assertThat(alert.severity()).isEqualTo(AlertOrFindingSeverity.INFO)).hasSize(1);
        assertThat(alerts).filteredOn(alert -> alert.holders().contains("ml/train"))
                .allSatisfy(alert -> assertThat(alert.severity()).isEqualTo(AlertOrFindingSeverity.WARNING)).hasSize(1);
    }

    @Test
    void aGpuThatIsHeldAndIdleForAnHourIsToldAndOneWhoseUtilisationIsMissingIsNot() {
        scene.held(0, "notebook", DeviceMetric.UTILISATION, 0.01);
        scene.held(1, "unmeasured", DeviceMetric.TEMPERATURE, 40);
        scene.gpu(2, DeviceMetric.UTILISATION, 0);

        assertThat(scene.passMinutes(59).active()).isEmpty();
        var alert = only(scene.passMinutes(2).active(), "allocated-idle");
        assertThat(alert.sentence())
                .startsWith("GPU 0 of h100-04 is allocated to ml/notebook but only 1 % busy, below 5 % for");
        assertThat(alert.subject().pod()).isEqualTo("ml/notebook");

        scene.gpu(0, DeviceMetric.UTILISATION, 0.01);
        assertThat(scene.passMinutes(1).active()).as("nobody holds it any more").isEmpty();
        scene.held(0, "next", DeviceMetric.UTILISATION, 0.01);
        assertThat(scene.passMinutes(30).active()).as("another holder begins anew").isEmpty();
    }

    @Test
    void heatAndThePowerBrakeAreToldAndThePowerCapIsOnlyMentioned() {
        scene.gpu(0, DeviceMetric.THROTTLE_REASONS, 0x80 + 0x4);
        scene.gpu(1, DeviceMetric.THROTTLE_REASONS, 0x4);
        scene.gpu(2, DeviceMetric.THROTTLE_REASONS, 0x1);

        var state = scene.passMinutes(11);

        assertThat(only(state.active(), "throttled-by-hardware").sentence())
                .startsWith("GPU 0 of h100-04 is throttled by hardware power brake for");
        assertThat(alertsOf(state.active(), "throttled-by-power-cap"))
                .allSatisfy(alert -> assertThat(alert.severity()).isEqualTo(AlertOrFindingSeverity.INFO))
                .extracting(alert -> alert.subject().device()).containsExactly("GPU-1");
    }
}
