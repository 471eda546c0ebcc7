package tessera.ui.kit;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The number of drawn rows, however many lists of them a page has. */
class DrawnRowLimitTest {

    private static List<List<String>> sections(int number, int rows) {
        return Collections.nCopies(number, Collections.nCopies(rows, "row"));
    }

    @Test
    void sectionsAreLimitedByTheirRowsTogether() {
        assertThat(DrawnRowLimit.shownSections(sections(300, 10))).hasSize(20);
        assertThat(DrawnRowLimit.shownSections(sections(3, 10))).hasSize(3);
        assertThat(DrawnRowLimit.shownSections(sections(3, 5_000))).hasSize(1);
    }
}
