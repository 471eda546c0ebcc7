package tessera.ui.kit;

import java.util.List;
import java.util.Optional;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.ListView;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.ui.Stage;

import static org.assertj.core.api.Assertions.assertThat;

/** Which row of a list is selected while its rows come, go and change places. */
class StableTableRowsTest {

    @SuppressWarnings("NullAway.Init")
    private StableTableRows<String> rows;
    @SuppressWarnings("NullAway.Init")
    private ListView<ObservableValue<String>> list;

    @BeforeAll
    static void start() {
        Stage.start();
    }

    @BeforeEach
    void selectTheSecond() {
        Stage.fx(() -> {
            rows = new StableTableRows<>(row -> row);
            list = new ListView<>(rows.slots());
            rows.show(List.of("a", "b", "c"), list.getSelectionModel());
            list.getSelectionModel().select(1);
            return true;
        });
    }

    private Optional<String> selectedAmong(String... shown) {
        return Stage.fx(() -> {
            rows.show(List.of(shown), list.getSelectionModel());
            return Optional.ofNullable(list.getSelectionModel().getSelectedItem()).map(ObservableValue::getValue);
        });
    }

    @Test
    void aRowThatChangesPlacesWithAnotherStaysSelected() {
        assertThat(selectedAmong("b", "a", "c")).contains("b");
    }

    @Test
    void aRowStaysSelectedWhenOthersComeAndGo() {
        assertThat(selectedAmong("0", "a", "b", "c")).contains("b");
        assertThat(selectedAmong("b")).contains("b");
    }

    @Test
    void noOtherRowIsSelectedInPlaceOfOneThatWent() {
        assertThat(selectedAmong("a", "c", "d")).isEmpty();
    }
}
