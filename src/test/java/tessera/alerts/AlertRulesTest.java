package tessera.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tessera.alerts.Xid.XidSeverity;
import tessera.gpu.health.NodeFault;
import tessera.gpu.health.NodeFaultSignalCatalog;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.Taint;
import tessera.model.NodeSummary;
import tessera.model.NodeSystemInfo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AlertRulesTest {

    private final AlertRules rules = AlertRules.standardRules();

    @Test
    void everySignalHasARuleAndEveryRuleANameOfItsOwn() {
        assertThat(Arrays.stream(AlertSignal.values()).filter(signal -> rules.rulesFor(signal).isEmpty())).isEmpty();
        assertThat(new HashSet<>(rules.allRules().stream().map(AlertRule::id).toList()))
                .hasSameSizeAs(rules.allRules());
        assertThat(rules.allRules())
                .allSatisfy(rule -> assertThat(List.of(rule.title(), rule.remedy())).noneMatch(String::isBlank));
    }

    @Test
    void thresholdsOfTheUserMoveTheEndOfAnAlertAlong() {
        var changed = rules.withThresholds(AlertRuleOverrides.noOverrides().withThreshold("gpu-temperature-warning", 80)
                .withThreshold("node-not-ready", 1).withThreshold("no-such-rule", 7));

        assertThat(changed.findRule("gpu-temperature-warning").orElseThrow().limit())
                .isEqualTo(new AlertThreshold(AlertThreshold.ThresholdComparison.ABOVE, 80, 77, null));
        assertThat(changed.findRule("node-not-ready")).isEqualTo(rules.findRule("node-not-ready"));
        assertThatThrownBy(() -> AlertRuleOverrides.noOverrides().withThreshold("gpu-temperature-warning", Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRuleCanBeSwitchedOffAndOnAgain() {
        var off = AlertRuleOverrides.noOverrides().withRuleEnabled("allocated-idle", false);

        assertThat(rules.withThresholds(off).findRule("allocated-idle")).isEmpty();
        assertThat(rules.withThresholds(off.withRuleEnabled("allocated-idle", true)).allRules())
                .isEqualTo(rules.allRules());
    }

    @Test
    void xidsAreExplainedAndUnlistedOnesAreSaidToBeUnknown() {
        var xids = XidCatalog.standardCatalog();

        assertThat(xids.forCode(79).displayName()).isEqualTo("XID 79, GPU has fallen off the bus");
        assertThat(xids.forCode(79).grade()).isEqualTo(XidSeverity.CRITICAL);
        assertThat(xids.forCode(31).marksUnhealthy()).isFalse();
        assertThat(xids.forCode(3).title()).isEqualTo("Unknown or unused code");
        assertThat(xids.forCode(3).remedy()).isEqualTo("Contact support.");
        assertThat(xids.forCode(4711).grade()).isEqualTo(XidSeverity.WARNING);
        assertThat(Arrays.stream(XidSeverity.values()).mapToInt(xidSeverity -> xids.codesOfGrade(xidSeverity).size())
                .sum()).isEqualTo(109);
    }

    @Test
    void aTaintForAnXidIsGradedAsTheXidIs() {
        var xids = XidCatalog.standardCatalog();

        assertThat(IntStream.rangeClosed(1, 200).filter(code -> levelOfTaint(code) == NodeFault.NodeFaultLevel.CRITICAL)
                .boxed()).containsExactlyElementsOf(xids.codesOfGrade(XidSeverity.CRITICAL));
    }

    private static NodeFault.NodeFaultLevel levelOfTaint(int code) {
        var taint = new Taint("nvidia.com/xid", String.valueOf(code), "NoSchedule");
        var node = new NodeSummary("n", "uid", Instant.EPOCH, Map.of(), List.of(taint), false, ResourceAmounts.NONE,
                ResourceAmounts.NONE, List.of(), "", NodeSystemInfo.UNKNOWN);
        return NodeFaultSignalCatalog.standard().faultsOf(node).getFirst().level();
    }

    @Test
    void eventsAreHeldForAWhile() {
        assertThat(rules.rulesFor(AlertSignal.XID_CRITICAL)).extracting(AlertRule::keepFiringFor)
                .containsExactly(Duration.ofHours(1));
    }
}
