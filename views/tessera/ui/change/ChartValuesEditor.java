package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.StringProperty;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Control;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import tessera.model.ProblemException;
import tessera.plan.operator.ChartValueAdvice;
import tessera.plan.operator.HelmValues;
import tessera.plan.operator.OperatorChartValue;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.SelectableText;

/** Editor of a chart's values: searchable questions, and the same values as YAML. FX thread. */
final class ChartValuesEditor {

    private static final double LEAST_HEIGHT = 240;
    private static final double QUESTIONS = 640;
    private static final double ANSWER = 200;
    private static final String UNSAID = "as the chart has it";

    private final TextField search = new TextField();
    private final TextArea yaml = new TextArea();
    private final VBox questions = new VBox();
    private final List<ChartValueRow> rows = new ArrayList<>();
    private final ReadOnlyStringWrapper mistake = new ReadOnlyStringWrapper("");
    private final VBox asked;
    private HelmValues chart = HelmValues.emptyValues();
    private HelmValues release = HelmValues.emptyValues();
    private boolean printing;

    /**
     * A value with its control.
     *
     * @param showSource told where the value comes from
     */
    private record ChartValueRow(OperatorChartValue value, Node node, StringProperty answer,
            Consumer<ChartValueSource> showSource) {}

    ChartValuesEditor() {
        search.setId("values-search");
        search.setPromptText("Search values, for example driver upgrade");
        yaml.setId("values-yaml");
        yaml.setPromptText("# values.yaml: only what shall be otherwise than in the chart");
        yaml.getStyleClass().add("mono");
        OperatorChartValue.standardValues().forEach(value -> rows.add(questionRow(value)));
        search.textProperty().subscribe(this::filterQuestions);
        yaml.textProperty().addListener((property, before, text) -> {
            readYaml(text);
            refreshSources();
        });
        refreshSources();
        var list = ScrollPaneFactory.verticalPane(questions);
        VBox.setVgrow(list, Priority.ALWAYS);
        list.setId("values-questions");
        asked = new VBox(8, search, list);
        asked.setMinWidth(QUESTIONS);
        asked.setPrefWidth(QUESTIONS);
        asked.setMinHeight(LEAST_HEIGHT);
        asked.setPrefHeight(LEAST_HEIGHT);
    }

    /** Returns the questions. */
    Node questionsNode() {
        return asked;
    }

    /** Returns the YAML editor. */
    Node yamlNode() {
        return yaml;
    }

    /** Sets values in addition to those that are set. */
    void addValues(List<ChartValueAdvice> values) {
        try {
            var changed = HelmValues.read(yaml.getText());
            for (var value : values) {
                changed = changed.withValue(value.path(), value.value());
            }
            yaml.setText(changed.toYaml());
        } catch (ProblemException problemException) {
            mistake.set(problemException.problem().problemText());
        }
    }

    /** Sets the inherited values: the chart's, overlaid with the release's. */
    void setInherited(HelmValues chart, HelmValues release) {
        this.chart = chart;
        this.release = release;
        refreshSources();
    }

    private void refreshSources() {
        try {
            var own = HelmValues.read(yaml.getText());
            rows.forEach(
                    row -> row.showSource().accept(ChartValueSource.forPath(row.value().path(), chart, release, own)));
        } catch (ProblemException _) {
            // What is no YAML sets nothing, which is said elsewhere.
        }
    }

    /** Removes the value set here; where none is, the one that the release sets. */
    private void reset(OperatorChartValue value) {
        try {
            var own = HelmValues.read(yaml.getText());
            boolean mine = !own.valueText(value.path()).isEmpty() || own.isRemoved(value.path());
            yaml.setText((mine ? own.withoutValue(value.path()) : own.withValue(value.path(), "null")).toYaml());
        } catch (ProblemException problemException) {
            mistake.set(problemException.problem().problemText());
        }
    }

    ReadOnlyStringProperty yamlProperty() {
        return yaml.textProperty();
    }

    /** Returns why the YAML is invalid; empty when it is valid. */
    ReadOnlyStringProperty mistakeProperty() {
        return mistake.getReadOnlyProperty();
    }

    private ChartValueRow questionRow(OperatorChartValue value) {
        Control control;
        StringProperty answer;
        Consumer<String> inherited;
        if (value.type() == OperatorChartValue.ValueType.FLAG || value.type() == OperatorChartValue.ValueType.CHOICE) {
            var box = new ComboBox<String>();
            box.getItems().add(UNSAID);
            box.getItems()
                    .addAll(value.type() == OperatorChartValue.ValueType.FLAG ? List.of("true", "false")
                            : value.options());
            box.setValue(UNSAID);
            answer = new ReadOnlyStringWrapper("");
            box.valueProperty().addListener((property, before, chosen) -> answer
                    .set(chosen == null || chosen.equals(UNSAID) ? "" : chosen));
            answer.addListener((property, before, text) -> box.setValue(text.isEmpty() ? UNSAID : text));
            inherited = words -> box.setConverter(new InheritedValuePrompt(words));
            control = box;
        } else {
            var field = new TextField();
            field.setPromptText(value.defaultValue().isEmpty() ? UNSAID : value.defaultValue());
            answer = field.textProperty();
            inherited = words -> field
                    .setPromptText(words.equals(UNSAID) && !value.defaultValue().isEmpty() ? value.defaultValue()
                            : words);
            control = field;
        }
        control.setId("value-" + value.path().replace('.', '-'));
        control.setMinWidth(ANSWER);
        control.setMaxWidth(ANSWER);
        answer.addListener((property, before, text) -> writeAnswer(value, text));
        return sourcedRow(value, control, answer, inherited);
    }

    /** @param inherited told what counts where nothing is answered */
    private ChartValueRow sourcedRow(OperatorChartValue value, Control control, StringProperty answer,
            Consumer<String> inherited) {
        var title = SelectableText.wrapped(value.path(), "mono");
        HBox.setHgrow(title, Priority.ALWAYS);
        title.setMaxWidth(Double.MAX_VALUE);
        var reset = new Button("Reset");
        reset.setId(control.getId() + "-reset");
        reset.setAccessibleText("Reset " + value.path());
        reset.getStyleClass().add("flat");
        reset.setOnAction(_ -> reset(value));
        reset.setVisible(false);
        var source = SelectableText.label("", "small");
        source.setId(control.getId() + "-source");
        source.setWrapText(true);
        var line = new HBox(8, title, reset, control);
        line.setAlignment(Pos.CENTER_LEFT);
        var text = value.defaultValue().isEmpty() ? value.description()
                : value.description() + " Usually " + value.defaultValue() + ".";
        var box = new VBox(2, line, source, SelectableText.wrapped(text, "small", "muted"));
        box.getStyleClass().add("value-row");
        return new ChartValueRow(value, box, answer, from -> {
            inherited.accept(from.inheritedText());
            source.setText(from.sourceText());
            source.setManaged(!from.sourceText().isEmpty());
            reset.setVisible(from.isResettable());
        });
    }

    /** Prompt text that shows the inherited value in an empty field. */
    private static final class InheritedValuePrompt extends StringConverter<String> {

        private final String words;

        InheritedValuePrompt(String text) {
            this.words = text;
        }

        @Override
        public String toString(String value) {
            return value == null || value.equals(UNSAID) ? words : value;
        }

        @Override
        public String fromString(String text) {
            return text.equals(words) ? UNSAID : text;
        }
    }

    private void filterQuestions(String sought) {
        questions.getChildren()
                .setAll(rows.stream().filter(row -> row.value().matchesQuery(sought)).map(ChartValueRow::node)
                        .toList());
    }

    /** Writes an answer into the YAML. */
    private void writeAnswer(OperatorChartValue value, String answer) {
        if (printing) {
            return;
        }
        try {
            var values = HelmValues.read(yaml.getText());
            var changed = answer.isBlank() ? values.withoutValue(value.path())
                    : values.withValue(value.path(), answer.trim());
            printing = true;
            yaml.setText(changed.toYaml());
            mistake.set("");
        } catch (ProblemException problemException) {
            mistake.set(problemException.problem().problemText());
        } finally {
            printing = false;
        }
    }

    /** Reads the YAML into the answers. */
    private void readYaml(String text) {
        if (printing) {
            return;
        }
        try {
            var values = HelmValues.read(text);
            printing = true;
            rows.forEach(row -> row.answer().set(values.valueText(row.value().path())));
            mistake.set("");
        } catch (ProblemException problemException) {
            mistake.set(problemException.problem().problemText());
        } finally {
            printing = false;
        }
    }
}
