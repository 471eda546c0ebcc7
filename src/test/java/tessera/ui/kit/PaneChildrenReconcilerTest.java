package tessera.ui.kit;

import java.util.List;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.shape.Rectangle;
import javafx.scene.text.Text;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Parts that are on screen. */
class PaneChildrenReconcilerTest {

    private final ObservableList<Node> children = FXCollections.observableArrayList();
    private final PaneChildrenReconciler<String> parts = new PaneChildrenReconciler<>(children,
            value -> new Rectangle());

    @Test
    void whatDoesNotChangeStaysTheSamePart() {
        parts.show(List.of("a", "b", "b"));
        var before = List.copyOf(children);
        parts.show(List.of("b", "c", "b", "a"));

        assertThat(children).hasSize(4).doesNotHaveDuplicates();
        assertThat(children.get(0)).isSameAs(before.get(1));
        assertThat(children.get(2)).isSameAs(before.get(2));
        assertThat(children.get(3)).isSameAs(before.get(0));
        assertThat(before).doesNotContain(children.get(1));
    }

    @Test
    void aPartWhoseValueIsGoneTakesOneThatItCanPrint() {
        var labels = new PaneChildrenReconciler<String>(children, Text::new, (node, value) -> {
            boolean alike = ((Text) node).getText().charAt(0) == value.charAt(0);
            if (alike) {
                ((Text) node).setText(value);
            }
            return alike;
        });
        labels.show(List.of("a 1", "b 1", "c 1"));
        var before = List.copyOf(children);
        labels.show(List.of("b 2", "a 1", "d 1"));

        assertThat(children).extracting(node -> ((Text) node).getText()).containsExactly("b 2", "a 1", "d 1");
        assertThat(children.get(0)).isSameAs(before.get(1));
        assertThat(children.get(1)).isSameAs(before.get(0));
        assertThat(before).doesNotContain(children.get(2));
    }
}
