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
            var shown = textMeasurer.name(name, FONT, room);
            assertThat(textMeasurer.width(shown, FONT)).isLessThanOrEqualTo(room);
            return shown;
        });
    }

    @Test
    void machinesOfOnePoolAreToldFromEachOther() {
        Function<String, String> half = name -> shortened(name, 0.6);
        assertThat(List.of("aks-t4-27182818-vmss000000", "aks-t4-27182818-vmss000001").stream().map(half))
                .doesNotHaveDuplicates().allMatch(name -> name.startsWith("aks-") && name.matches(".*….*\\d"));
    }

    @Test
    void whatMachinesHaveInCommonIsLeftOutFirst() {
        assertThat(shortened("ip-10-0-2-7.ec2.internal", 0.6)).isEqualTo("ip-10-0-2-7…");
        assertThat(shortened("h100-01", 1)).isEqualTo("h100-01");
        assertThat(shortened("h100-01", 0.01)).isEmpty();
    }
}
