package tessera.ui.launch;

import java.util.Comparator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import javafx.collections.transformation.SortedList;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.launch.WorkloadTemplate;
import tessera.launch.WorkloadTemplateLibrary;
import tessera.launch.WorkloadTemplateQuery;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** List of templates with a filter field that receives what is typed in the list. FX thread. */
final class WorkloadTemplateList {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadTemplateList.class);

    private final TextField field = InputControlFactory.textField("launch-search", MESSAGES.text("templates.prompt"));
    private final ObservableList<WorkloadTemplate> all = FXCollections.observableArrayList();
    private final FilteredList<WorkloadTemplate> filtered = new FilteredList<>(all);
    private final SortedList<WorkloadTemplate> ranked = new SortedList<>(filtered);
    private final ListView<WorkloadTemplate> list = new ListView<>(ranked);
    private final VBox broken = new VBox(6);
    private final ScrollPane troubles = ScrollPaneFactory.fullHeightPane(broken);
    private final VBox node = new VBox(8, field, list, troubles);
    private final Consumer<WorkloadTemplate> onSelect;
    private @Nullable WorkloadTemplate current;
    private boolean narrowing;

    /**
     * A list of those that ship with the product; the first is chosen.
     *
     * @param lack   what the cluster lacks for a template, in words; empty for nothing
     * @param onSelect called with every other that is chosen
     */
    WorkloadTemplateList(Function<WorkloadTemplate, String> lack, Consumer<WorkloadTemplate> onSelect) {
        this.onSelect = onSelect;
        all.setAll(WorkloadTemplateLibrary.bundled().templates());
        field.setAccessibleText(MESSAGES.text("templates.find"));
        field.textProperty().addListener((text, before, now) -> filterTemplates(now));
        field.addEventFilter(KeyEvent.KEY_PRESSED, this::onKeyPressed);
        list.setId("launch-templates");
        list.getStyleClass().add("mig-configs");
        list.setCellFactory(view -> new WorkloadTemplateCell(lack));
        list.setPlaceholder(emptyLabel());
        list.addEventHandler(KeyEvent.KEY_TYPED, this::onKeyTyped);
        list.addEventHandler(KeyEvent.KEY_PRESSED, this::onListKey);
        list.getSelectionModel().selectedItemProperty().addListener((selected, before, now) -> choose(now));
        broken.setId("launch-broken");
        troubles.getStyleClass().add("launch-troubles");
        troubles.managedProperty().bind(troubles.visibleProperty());
        troubles.setVisible(false);
        VBox.setVgrow(list, Priority.ALWAYS);
        node.getStyleClass().add("launch-choose");
    }

    private static Label emptyLabel() {
        return TextLabelFactory.wrapped(MESSAGES.text("templates.none"), "small", "muted");
    }

    Node node() {
        return node;
    }

    void selectFirst() {
        list.getSelectionModel().selectFirst();
    }

    void focus() {
        list.requestFocus();
    }

    /** Shows the templates of a cluster, adapted to the versions it serves, followed by the user's own. */
    void offer(WorkloadTemplateLibrary templateLibrary) {
        var templates = templateLibrary.templates();
        var before = current;
        narrowing = true;
        all.addAll(templates.subList(all.size(), templates.size()));
        for (int at = 0; at < templates.size(); at++) {
            if (!all.get(at).equals(templates.get(at))) {
                boolean shown = all.get(at).equals(current);
                all.set(at, templates.get(at));
                current = shown ? templates.get(at) : current;
            }
        }
        list.getSelectionModel().select(current);
        narrowing = false;
        var now = current;
        if (now != null && !now.equals(before)) {
            onSelect.accept(now);
        }
        list.refresh();
        broken.getChildren()
                .setAll(templateLibrary.brokenTemplates().stream()
                        .map(template -> TextLabelFactory.withSign(StatusGlyph.WARNING, template.toString(), "small"))
                        .toList());
        troubles.setVisible(!templateLibrary.brokenTemplates().isEmpty());
    }

    private void choose(@Nullable WorkloadTemplate template) {
        if (template != null && !narrowing && !template.equals(current)) {
            current = template;
            onSelect.accept(template);
        }
    }

    /** Filters the list; the chosen template stays in sight. */
    private void filterTemplates(String text) {
        narrowing = true;
        var sought = new WorkloadTemplateQuery(text);
        list.getSelectionModel().clearSelection();
        ranked.setComparator(Comparator.comparingInt(sought::rankOf).thenComparingInt(all::indexOf));
        filtered.setPredicate(sought::matches);
        if (filtered.contains(current)) {
            list.getSelectionModel().select(current);
        }
        narrowing = false;
    }

    private void onKeyPressed(KeyEvent event) {
        boolean down = event.getCode() == KeyCode.DOWN;
        if (event.getCode() == KeyCode.ESCAPE && !field.getText().isEmpty()) {
            field.clear();
            event.consume();
        } else if (down || event.getCode() == KeyCode.ENTER) {
            // The dialog's own button is not what Enter means here, found or not.
            event.consume();
            if (!filtered.isEmpty()) {
                enterList(down || !field.getText().isBlank());
            }
        }
    }

    /** @param first whether the first is chosen, and not what is chosen already */
    private void enterList(boolean first) {
        list.requestFocus();
        if (first) {
            list.getSelectionModel().selectFirst();
        }
        list.scrollTo(list.getSelectionModel().getSelectedIndex());
    }

    /** Moves the selection; scrolls after layout, because the height of the last cells is unknown before. */
    private void onListKey(KeyEvent event) {
        if (event.getCode() == KeyCode.END) {
            JavaFxThreadRelay.runOnFxThread(() -> {
                list.layout();
                list.scrollTo(ranked.size() - 1);
            });
        }
    }

    private void onKeyTyped(KeyEvent event) {
        var text = event.getCharacter();
        boolean letter = !text.isBlank() && text.codePoints().noneMatch(Character::isISOControl);
        if (letter && !event.isShortcutDown() && !event.isAltDown()) {
            field.requestFocus();
            field.setText(field.getText() + text);
            field.end();
            event.consume();
        }
    }

    /** List cell of a template. */
    private static final class WorkloadTemplateCell extends ListCell<WorkloadTemplate> {

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
                    .collect(SentenceJoiner.toSentences());
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
            if (inner > 0) {
                return snappedTopInset() + box.prefHeight(inner) + snappedBottomInset();
            }
            return super.computePrefHeight(width);
        }
    }
}
