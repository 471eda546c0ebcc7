package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.ui.Stage;
import tessera.ui.change.NodeChangeActions.OfferedChange;

import static org.assertj.core.api.Assertions.assertThat;

/** Many pods of which each can be evicted do not push what else would help out of sight. */
class ChangeButtonFactoryTest {

    private final List<String> begun = new ArrayList<>();

    @BeforeAll
    static void start() {
        Stage.start();
    }

    private List<OfferedChange> offers(String... pods) {
        return Stream.of(pods).map(pod -> new OfferedChange("Evict " + pod + "…", () -> begun.add(pod))).toList();
    }

    @Test
    void oneOrTwoHaveButtonsAndMoreAMenu() {
        assertThat(Stage.fx(() -> ChangeButtonFactory.buttonsFor(offers("a", "b")))).extracting(Labeled::getText)
                .containsExactly("Evict a…", "Evict b…");

        var many = Stage.fx(() -> ChangeButtonFactory.buttonsFor(offers("a", "b", "c")));
        assertThat(many).singleElement().isInstanceOfSatisfying(MenuButton.class, menu -> {
            assertThat(menu.getText()).isEqualTo("Choose 1 of 3 changes");
            assertThat(menu.getItems()).extracting(MenuItem::getText).containsExactly("Evict a…", "Evict b…",
                    "Evict c…");
            Stage.fx(() -> {
                menu.getItems().get(1).fire();
                return true;
            });
        });
        assertThat(begun).containsExactly("b");
    }
}
