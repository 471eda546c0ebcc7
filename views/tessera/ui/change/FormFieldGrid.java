package tessera.ui.change;

import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.Spinner;
import javafx.scene.control.TextInputControl;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.TextLabelFactory;

/** Questions one below the other: the name at the left, the answer and its explanation at the right. */
public final class FormFieldGrid {

    private static final double NAMES = 160;
    private static final double ANSWERS = 620;

    private final GridPane grid = new GridPane(24, 24);
    private int rows;

    /** A form with no question yet. */
    public FormFieldGrid() {
        var names = new ColumnConstraints(NAMES);
        var answers = new ColumnConstraints(0, ANSWERS, ANSWERS);
        answers.setHgrow(Priority.ALWAYS);
        grid.getColumnConstraints().setAll(names, answers);
        grid.setMaxWidth(Region.USE_PREF_SIZE);
        grid.getStyleClass().add("change-form");
    }

    /** Adds a question; the explanation may be empty. */
    public FormFieldGrid addQuestion(String name, Node answer, String explained) {
        var label = TextLabelFactory.wrapped(name, "strong");
        label.setLabelFor(answer);
        if (beginsWithField(answer)) {
            label.getStyleClass().add("beside-field");
        }
        GridPane.setValignment(label, VPos.TOP);
        var box = new VBox(6, answer);
        if (!explained.isEmpty()) {
            box.getChildren().add(TextLabelFactory.wrapped(explained, "small", "muted"));
        }
        grid.addRow(rows++, label, box);
        return this;
    }

    /** Returns whether the answer begins with a framed field, which sets its text lower. */
    private static boolean beginsWithField(Node answer) {
        return switch (answer) {
            case TextInputControl _,ComboBoxBase<?> _,Spinner<?> _ -> true;
            case HBox row -> row.getChildren().stream().anyMatch(FormFieldGrid::beginsWithField);
            case GridPane rows -> rows.getChildren().stream()
                    .anyMatch(each -> Integer.valueOf(0).equals(GridPane.getRowIndex(each)) && beginsWithField(each));
            case Pane other -> !other.getChildren().isEmpty() && beginsWithField(other.getChildren().getFirst());
            default -> false;
        };
    }

    public Node node() {
        var place = new StackPane(grid);
        StackPane.setAlignment(grid, Pos.TOP_LEFT);
        return ScrollPaneFactory.fullHeightPane(place);
    }
}
