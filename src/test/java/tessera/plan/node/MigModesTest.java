package tessera.plan.node;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.mig.MigConfig;
import tessera.mig.MigConfig.MigConfigEntry;
import tessera.mig.MigInstanceCombination;
import tessera.plan.context.PlanTargetNode;

import static org.assertj.core.api.Assertions.assertThat;

/** Who turns MIG on or off is told beforehand where that may take a restart of the machine. */
class MigModesTest {

    private static MigConfig config(boolean enabled) {
        return new MigConfig("layout", List.of(new MigConfigEntry(Optional.empty(), List.of(), enabled,
                new MigInstanceCombination(Collections.emptySortedMap()))));
    }

    @ParameterizedTest
    @CsvSource({"gpu.family, ampere, off, on, turned on", "gpu.family, ampere, on, off, turned off",
        "gpu.family, ampere, on, on, ''", "gpu.family, hopper, off, on, ''",
        "gpu.family, ampere, unknown, on, turned on", "gpu.compute.major, 8, off, on, turned on",
        "gpu.compute.major, 9, off, on, ''"})
    void onAmpereTheModeTakesAResetThatAVirtualMachineMayBeRefused(String label, String value, String before,
            String after, String text) {
        var node = new PlanTargetNode("a100-01", "uid", "1", Map.of("nvidia.com/" + label, value), List.of(), false,
                Map.of());
        var warnings = MigChangeWarnings.warnings(node,
                before.equals("unknown") ? Optional.empty() : MigChangeWarnings.modeOf(config(before.equals("on"))),
                config(after.equals("on")), new MigFailureLogs(Map.of(), Map.of()));

        if (text.isEmpty()) {
            assertThat(warnings).isEmpty();
        } else {
            assertThat(warnings).singleElement().extracting(MigWarning::text).asString().contains("a100-01", text,
                    "WITH_REBOOT=true");
        }
    }
}
