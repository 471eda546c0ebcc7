package tessera.alerts;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import tessera.alerts.Xid.Grade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AlertRulesTest {

    private final AlertRules rules = AlertRules.standard();

    @Test
    void everySignalHasARuleAndEveryRuleANameOfItsOwn() {
        assertThat(Arrays.stream(AlertSignal.values()).filter(signal -> rules.of(signal).isEmpty())).isEmpty();
        assertThat(new HashSet<>(rules.all().stream().map(AlertRule::id).toList())).hasSameSizeAs(rules.all());
        assertThat(rules.all()).allSatisfy(rule -> assertThat(List.of(rule.title(), rule.advice()))
                .noneMatch(String::isBlank));
    }

    @Test
    void thresholdsOfTheUserMoveTheEndOfAnAlertAlong() {
        var changed = rules.with(ThresholdOverrides.none().with("gpu-temperature-warning", 80).with("node-not-ready", 1)
                .with("no-such-rule", 7));

        assertThat(changed.rule("gpu-temperature-warning").orElseThrow().limit())
                .isEqualTo(new AlertLimit(AlertLimit.Comparison.ABOVE, 80, 77, null));
        assertThat(changed.rule("node-not-ready")).isEqualTo(rules.rule("node-not-ready"));
        assertThatThrownBy(() -> ThresholdOverrides.none().with("gpu-temperature-warning", Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRuleCanBeSwitchedOffAndOnAgain() {
        var off = ThresholdOverrides.none().switched("allocated-idle", false);

        assertThat(rules.with(off).rule("allocated-idle")).isEmpty();
        assertThat(rules.with(off.switched("allocated-idle", true)).all()).isEqualTo(rules.all());
    }

    @Test
    void xidsAreExplainedAndUnlistedOnesAreSaidToBeUnknown() {
        var xids = XidCatalog.standard();

        assertThat(xids.of(79).name()).isEqualTo("XID 79, GPU has fallen off the bus");
        assertThat(xids.of(79).grade()).isEqualTo(Grade.CRITICAL);
        assertThat(xids.of(31).marksUnhealthy()).isFalse();
        assertThat(xids.of(3).title()).isEqualTo("Unknown or unused code");
        assertThat(xids.of(3).advice()).isEqualTo("Contact support.");
        assertThat(xids.of(4711).grade()).isEqualTo(Grade.WARNING);
        assertThat(Arrays.stream(Grade.values()).mapToInt(grade -> xids.codes(grade).size()).sum()).isEqualTo(109);
    }

    @Test
    void eventsAreHeldForAWhile() {
        assertThat(rules.of(AlertSignal.XID_CRITICAL)).extracting(AlertRule::hold).containsExactly(Duration.ofHours(1));
    }
}
