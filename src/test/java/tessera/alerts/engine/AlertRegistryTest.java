package tessera.alerts.engine;

import org.junit.jupiter.api.Test;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSubject;
import tessera.gpu.Sample;

import static org.assertj.core.api.Assertions.assertThat;

class AlertRegistryTest {

    @Test
    void onlyTheNewestThousandAlertsThatAreOverAreKept() {
        var rule = AlertRules.standardRules().findRule("mig-change-failed").orElseThrow();
        var subject = AlertSubject.forNode("h100-04");
        var failed = new AlertReason.MigLayoutChangeFailed("h100-04");
        var registry = new AlertRegistry();
        for (int i = 0; i < 1_005; i++) {
            var at = Sample.NOW.plusSeconds(60L * i);
            registry.beginRound();
            registry.report(rule, subject, AlertRuleResult.WRONG, at, () -> AlertDetails.forEvent(failed));
            registry.report(rule, subject, AlertRuleResult.RIGHT, at.plusSeconds(30),
                    () -> AlertDetails.forEvent(failed));
        }

        var history = registry.stateAt(Sample.NOW).history();

        assertThat(history).hasSize(1_000);
        assertThat(history.getFirst().times().since()).isEqualTo(Sample.NOW.plusSeconds(60L * 1_004));
        assertThat(history.getLast().times().since()).isEqualTo(Sample.NOW.plusSeconds(60L * 5));
    }
}
