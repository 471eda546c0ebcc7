package tessera.ui.launch;

import javafx.beans.InvalidationListener;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TextField;
import javafx.scene.layout.StackPane;
import javafx.scene.text.Text;

/**
 * An editable choice that shows the end of a long value behind an ellipsis, such as the tag of an image. A field by itself would cut a letter. FX thread.
 */
final class LeadingEllipsisComboBox extends StackPane {

    private static final PseudoClass ENDED = PseudoClass.getPseudoClass("ended");

    private final TextField editor;
    private final Label end = new Label();

    LeadingEllipsisComboBox(ComboBox<String> choice) {
        editor = choice.getEditor();
        end.setTextOverrun(OverrunStyle.LEADING_ELLIPSIS);
        end.setEllipsisString("…");
        end.setMouseTransparent(true);
        end.setMinWidth(0);
        end.setPrefWidth(0);
        end.textProperty().bind(editor.textProperty());
        end.fontProperty().bind(editor.fontProperty());
        end.maxWidthProperty().bind(editor.widthProperty());
        end.paddingProperty().bind(editor.paddingProperty());
        setAlignment(Pos.CENTER_LEFT);
        getChildren().setAll(choice, end);
        InvalidationListener changed = _ -> updateEnd();
        editor.focusedProperty().addListener(changed);
        editor.widthProperty().addListener(changed);
        editor.textProperty().addListener(changed);
        editor.fontProperty().addListener(changed);
        updateEnd();
    }

    private void updateEnd() {
        var text = new Text(editor.getText());
        text.setFont(editor.getFont());
        var room = editor.getWidth() - editor.getInsets().getLeft() - editor.getInsets().getRight();
        boolean ended = !editor.isFocused() && text.getLayoutBounds().getWidth() > room;
        end.setVisible(ended);
        editor.pseudoClassStateChanged(ENDED, ended);
    }
}
