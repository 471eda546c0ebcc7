package tessera.ui.kit;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A line stands between two rows, and not below the last. */
class LastRowTest {

    private static final Region FIRST = new Region();
    private static final Region SECOND = new Region();

    private static boolean last(Node row) {
        return row.getPseudoClassStates().stream().anyMatch(each -> each.getPseudoClassName().equals("last"));
    }

    @Test
    void theLastOfSomeRowsIsToldWhateverComesAndGoes() {
        var rows = LastRowStyleMarker.markIn(new VBox(FIRST));
        assertThat(last(FIRST)).isTrue();
        rows.getChildren().add(SECOND);
        assertThat(List.of(last(FIRST), last(SECOND))).containsExactly(false, true);
        rows.getChildren().setAll(SECOND, FIRST);
        assertThat(List.of(last(FIRST), last(SECOND))).containsExactly(true, false);
    }
}
