package tessera.ui.kit;

import java.util.List;
import java.util.function.Function;
import javafx.scene.text.Font;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.ui.Stage;

import static org.assertj.core.api.Assertions.assertThat;

/** How names of machines are shortened. */
class CanvasTextMeasurerTest {

    private static final Font FONT = Font.font(10);

    @BeforeAll
    static void start() {
        Stage.start();
    }

    private static String shortened(String name, double part) {
        return Stage.fx(() -> {
            var textMeasurer = new CanvasTextMeasurer();
            double room = textMeasurer.width(name, FONT) * part;
            var shown = textMeasurer.shortenNodeName(name, FONT, room);
            assertThat(textMeasurer.width(shown, FONT)).isLessThanOrEqualTo(room);
            return shown;
        });
    }

    @Test
    void machinesOfOnePoolAreToldFromEachOther() {
        Function<String, String> half = name -> shortened(name, 0.6);
        assertThat(List.of("aks-t4-27182818-vmss000000", "aks-t4-27182818-vmss000001").stream().map(half))
                .doesNotHaveDuplicates().allMatch(name -> name.matches("….*vmss00000\\d"));
        assertThat(shortened("gke-prod-a100-77aa-0", 0.6)).isEqualTo("…77aa-0");
        assertThat(shortened("gke-prod-l4shared-77aa-0", 0.6)).isEqualTo("…hared-77aa-0");
    }

    @Test
    void endOfAHostIsKeptBeforeItsDomainAndItsBeginning() {
        assertThat(List.of("gpu-worker-pool-017.lab.example", "gpu-worker-pool-018.lab.example").stream()
                .map(name -> shortened(name, 0.45))).containsExactly("…pool-017…", "…pool-018…");
    }

    @Test
    void machinesThatAreCalledByTheirAddressAreToldByItsEnd() {
        assertThat(List.of("10.0.10.23", "10.0.10.24").stream().map(name -> shortened(name, 0.75)))
                .containsExactly("…10.23", "…10.24");
        assertThat(List.of("cn-hangzhou.192.168.0.12", "cn-hangzhou.192.168.0.13").stream()
                .map(name -> shortened(name, 0.5))).containsExactly("…168.0.12", "…168.0.13");
    }

    @Test
    void whatMachinesHaveInCommonIsLeftOutFirst() {
        assertThat(shortened("ip-10-0-2-7.ec2.internal", 0.6)).isEqualTo("ip-10-0-2-7…");
        assertThat(shortened("h100-01", 1)).isEqualTo("h100-01");
        assertThat(shortened("h100-01", 0.01)).isEmpty();
    }
}
