package tessera.ui.heatmap;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import tessera.text.DisplayLanguage;
import tessera.ui.Stage;
import tessera.ui.kit.SegmentedChoiceControl;

import static org.assertj.core.api.Assertions.assertThat;

/** The keys of lenses: the same in all languages, and seen beside the titles. */
class HeatmapColorModeTest {

    private static SegmentedChoiceControl<HeatmapColorMode> lenses() {
        Stage.start();
        return Stage.fx(
                () -> new SegmentedChoiceControl<>("lens", List.of(HeatmapColorMode.values()), HeatmapColorMode::title)
                        .withKeyHints(HeatmapColorMode::key));
    }

    @Test
    void eachLensHasAKeyOfItsOwn() {
        assertThat(HeatmapColorMode.values()).extracting(HeatmapColorMode::key).containsExactly("A", "U", "M", "T", "P",
                "H", "O");
    }

    @Test
    @ResourceLock(Resources.LOCALE)
    void keysAreUnderlinedInTheTitleOrStandBehindIt() {
        var before = Locale.getDefault(Locale.Category.DISPLAY);
        try {
            DisplayLanguage.ENGLISH.use();
            assertThat(lenses().node().getButtons()).extracting(button -> button.getText()).startsWith("_Allocation",
                    "_Utilization", "_Memory");
            DisplayLanguage.GERMAN.use();
            var german = lenses();
            assertThat(german.node().getButtons()).extracting(button -> button.getText()).startsWith("Belegung (_A)",
                    "A_uslastung", "Speicher (_M)");
            Stage.fx(() -> {
                german.setAbbreviated(false, false);
                return null;
            });
            assertThat(german.node().getButtons().getFirst().getText()).isEqualTo("Belegung");
        } finally {
            Locale.setDefault(Locale.Category.DISPLAY, before);
        }
    }
}
