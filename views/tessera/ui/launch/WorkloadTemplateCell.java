package tessera.ui.launch;

import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.control.ListCell;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.launch.WorkloadTemplate;
import tessera.ui.kit.TextLabelFactory;

/** List cell of a template. */
final class WorkloadTemplateCell extends ListCell<WorkloadTemplate> {

    private static final double SCROLL_BAR = 12;

    private final Function<WorkloadTemplate, String> lack;

    /** @param lack what the cluster lacks for a template, in words; empty for nothing */
    WorkloadTemplateCell(Function<WorkloadTemplate, String> lack) {
        this.lack = lack;
    }

    @Override
    protected void updateItem(@Nullable WorkloadTemplate template, boolean empty) {
        super.updateItem(template, empty);
        if (empty || template == null) {
            setGraphic(null);
            setAccessibleText("");
            return;
        }
        var lacking = lack.apply(template);
        boolean there = lacking.isEmpty();
        var text = Stream.of(lacking, template.description()).filter(part -> !part.isEmpty())
                .collect(Collectors.joining(". "));
        var box = new VBox(1, TextLabelFactory.shrinkable(template.title(), there ? "strong" : "muted"));
        if (!text.isEmpty()) {
            box.getChildren().add(TextLabelFactory.wrapped(text, "small", "muted"));
        }
        box.setPrefWidth(0);
        setGraphic(box);
        setAccessibleText(template.title() + ", " + text);
    }

    /** As many lines as its words need in the list as it is. */
    @Override
    protected double computePrefHeight(double width) {
        if (!(getGraphic() instanceof Region box) || getListView() == null) {
            return super.computePrefHeight(width);
        }
        double inner = getListView().getWidth() - snappedLeftInset() - snappedRightInset() - SCROLL_BAR;
        return inner > 0 ? snappedTopInset() + box.prefHeight(inner) + snappedBottomInset()
                : super.computePrefHeight(width);
    }
}
