package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.StringProperty;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Control;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import tessera.model.ProblemException;
import tessera.plan.operator.GpuOperatorChartValueDescription;
import tessera.plan.operator.HelmChartValueAdvice;
import tessera.plan.operator.HelmValues;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.TextLabelFactory;

/** Editor of a chart's values: searchable questions, and the same values as YAML. FX thread. */
final class HelmChartValuesEditor {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmChartValuesEditor.class);
    private static final double LEAST_HEIGHT = 240;
    private static final double QUESTIONS = 640;
    private static final double ANSWER = 200;

    private final TextField search = InputControlFactory.textField("values-search", MESSAGES.text("values.search"));
    private final TextArea yaml = new TextArea();
    private final VBox fieldsBox = new VBox();
    private final List<HelmChartValueRow> rows = new ArrayList<>();
    private final ReadOnlyStringWrapper mistake = new ReadOnlyStringWrapper("");
    private final VBox formBox;
    private HelmValues chart = HelmValues.emptyValues();
    private HelmValues release = HelmValues.emptyValues();
    private boolean updating;

    /**
     * A value with its control.
     *
     * @param showSource told where the value comes from
     */
    private record HelmChartValueRow(GpuOperatorChartValueDescription value, Node node, StringProperty answer,
            Consumer<HelmValueOrigin> showSource) {}

    HelmChartValuesEditor() {
        yaml.setId("values-yaml");
        yaml.setPromptText(MESSAGES.text("values.yamlPrompt"));
        yaml.getStyleClass().add("mono");
        GpuOperatorChartValueDescription.standardValues().forEach(value -> rows.add(questionRow(value)));
        search.textProperty().subscribe(this::filterQuestions);
        yaml.textProperty().addListener((property, before, text) -> {
            readYaml(text);
            refreshSources();
        });
        refreshSources();
        var list = ScrollPaneFactory.verticalPane(fieldsBox);
        VBox.setVgrow(list, Priority.ALWAYS);
        list.setId("values-questions");
        formBox = new VBox(8, search, list);
        formBox.setMinWidth(QUESTIONS);
        formBox.setPrefWidth(QUESTIONS);
        formBox.setMinHeight(LEAST_HEIGHT);
        formBox.setPrefHeight(LEAST_HEIGHT);
    }

    /** Returns the questions. */
    Node questionsNode() {
        return formBox;
    }

    /** Returns the YAML editor. */
    Node yamlNode() {
        return yaml;
    }

    /** Sets values in addition to those that are set. */
    void addValues(List<HelmChartValueAdvice> values) {
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
            var values = HelmValues.read(yaml.getText());
            rows.forEach(row -> row.showSource()
                    .accept(HelmValueOrigin.forPath(row.value().path(), chart, release, values)));
        } catch (ProblemException _) {
            // What is no YAML sets nothing, which is said elsewhere.
        }
    }

    /** Removes the value set here; where none is, the one that the release sets. */
    private void reset(GpuOperatorChartValueDescription value) {
        try {
            var values = HelmValues.read(yaml.getText());
            boolean mine = !values.valueText(value.path()).isEmpty() || values.isRemoved(value.path());
            yaml.setText((mine ? values.withoutValue(value.path()) : values.withValue(value.path(), "null")).toYaml());
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

    private HelmChartValueRow questionRow(GpuOperatorChartValueDescription value) {
        return switch (value.type()) {
            case FLAG -> choiceRow(value, List.of("true", "false"));
            case CHOICE -> choiceRow(value, value.options());
            case NUMBER, TEXT -> textRow(value);
        };
    }

    private HelmChartValueRow choiceRow(GpuOperatorChartValueDescription value, List<String> options) {
        var box = new ComboBox<String>();
        box.getItems().add(chartDefaultText());
        box.getItems().addAll(options);
        box.setValue(chartDefaultText());
        var answer = new ReadOnlyStringWrapper("");
        box.valueProperty().addListener((property, before, chosen) -> answer
                .set(chosen == null || chosen.equals(chartDefaultText()) ? "" : chosen));
        answer.addListener((property, before, text) -> box.setValue(OptionalText.orElse(text, chartDefaultText())));
        return answeredRow(value, box, answer, words -> box.setConverter(new InheritedValueConverter(words)));
    }

    private HelmChartValueRow textRow(GpuOperatorChartValueDescription value) {
        var field = new TextField();
        var usual = OptionalText.orElse(value.defaultValue(), chartDefaultText());
        field.setPromptText(usual);
        return answeredRow(value, field, field.textProperty(),
                words -> field.setPromptText(words.equals(chartDefaultText()) ? usual : words));
    }

    private HelmChartValueRow answeredRow(GpuOperatorChartValueDescription value, Control control,
            StringProperty answer, Consumer<String> inherited) {
        control.setId("value-" + value.path().replace('.', '-'));
        control.setMinWidth(ANSWER);
        control.setMaxWidth(ANSWER);
        answer.addListener((property, before, text) -> writeAnswer(value, text));
        return sourcedRow(value, control, answer, inherited);
    }

    /** @param inherited told what counts where nothing is answered */
    private HelmChartValueRow sourcedRow(GpuOperatorChartValueDescription value, Control control, StringProperty answer,
            Consumer<String> inherited) {
        var title = LayoutBoxFactory.growing(TextLabelFactory.wrapped(value.path(), "mono"));
        var reset = InputControlFactory.button(control.getId() + "-reset", MESSAGES.text("values.reset"),
                () -> reset(value));
        reset.setAccessibleText(MESSAGES.text("values.resetName", value.path()));
        reset.getStyleClass().add("flat");
        reset.setVisible(false);
        var source = TextLabelFactory.label("", "small");
        source.setId(control.getId() + "-source");
        source.setWrapText(true);
        var line = LayoutBoxFactory.row(8, title, reset, control);
        var text = value.defaultValue().isEmpty() ? value.description()
                : MESSAGES.text("values.described", value.description(), value.defaultValue());
        var box = new VBox(2, line, source, TextLabelFactory.wrapped(text, "small", "muted"));
        box.getStyleClass().add("value-row");
        return new HelmChartValueRow(value, box, answer, from -> {
            inherited.accept(from.inheritedText());
            source.setText(from.sourceText());
            source.setManaged(!from.sourceText().isEmpty());
            reset.setVisible(from.isResettable());
        });
    }

    /** Prompt text that shows the inherited value in an empty field. */
    private static final class InheritedValueConverter extends StringConverter<String> {

        private final String promptText;

        InheritedValueConverter(String text) {
            this.promptText = text;
        }

        @Override
        public String toString(String value) {
            return value == null || value.equals(chartDefaultText()) ? promptText : value;
        }

        @Override
        public String fromString(String text) {
            return text.equals(promptText) ? chartDefaultText() : text;
        }
    }

    private static String chartDefaultText() {
        return MESSAGES.text("values.chartDefault");
    }

    private void filterQuestions(String sought) {
        fieldsBox.getChildren().setAll(
                rows.stream().filter(row -> row.value().matchesQuery(sought)).map(HelmChartValueRow::node).toList());
    }

    /** Writes an answer into the YAML. */
    private void writeAnswer(GpuOperatorChartValueDescription value, String answer) {
        if (updating) {
            return;
        }
        try {
            var values = HelmValues.read(yaml.getText());
            var changed = answer.isBlank() ? values.withoutValue(value.path())
                    : values.withValue(value.path(), answer.trim());
            updating = true;
            yaml.setText(changed.toYaml());
            mistake.set("");
        } catch (ProblemException problemException) {
            mistake.set(problemException.problem().problemText());
        } finally {
            updating = false;
        }
    }

    /** Reads the YAML into the answers. */
    private void readYaml(String text) {
        if (updating) {
            return;
        }
        try {
            var values = HelmValues.read(text);
            updating = true;
            rows.forEach(row -> row.answer().set(values.valueText(row.value().path())));
            mistake.set("");
        } catch (ProblemException problemException) {
            mistake.set(problemException.problem().problemText());
        } finally {
            updating = false;
        }
    }

    /**
     * Source of the value at a path: the chart, the release, or the user's change.
     *
     * @param chartValue    what the chart has; empty where that is not known, or nothing
     * @param releaseValue what the release sets; empty where it sets nothing
     * @param userValue      what the user sets; empty for nothing
     * @param removed     whether the user takes away what the release sets
     */
    private record HelmValueOrigin(String chartValue, String releaseValue, String userValue, boolean removed) {

        static HelmValueOrigin forPath(String path, HelmValues chart, HelmValues release, HelmValues values) {
            return new HelmValueOrigin(chart.valueText(path), release.valueText(path), values.valueText(path),
                    values.isRemoved(path));
        }

        /** Returns the inherited value with its source. */
        String inheritedText() {
            if (!releaseValue.isEmpty() && !removed) {
                return MESSAGES.text("values.fromRelease", releaseValue);
            }
            return chartValue.isEmpty() ? chartDefaultText() : MESSAGES.text("values.fromChart", chartValue);
        }

        /** Returns the applied value with its source, and the value that it replaces. */
        String sourceText() {
            var others = new ArrayList<String>();
            boolean mine = !userValue.isEmpty() || removed;
            if (mine && !releaseValue.isEmpty()) {
                others.add(MESSAGES.text("values.ofRelease", releaseValue));
            }
            if ((!userValue.isEmpty() || (!releaseValue.isEmpty() && !removed)) && !chartValue.isEmpty()) {
                others.add(MESSAGES.text("values.ofChart", chartValue));
            }
            return others.isEmpty() ? sourceName() : sourceName() + " (" + String.join(", ", others) + ")";
        }

        private String sourceName() {
            if (!userValue.isEmpty()) {
                return MESSAGES.text("values.setByYou");
            }
            if (removed) {
                return MESSAGES.text("values.resetToChart");
            }
            return releaseValue.isEmpty() ? "" : MESSAGES.text("values.setByRelease");
        }

        /** Returns whether the value can be reset to the one below it. */
        boolean isResettable() {
            return !userValue.isEmpty() || removed || !releaseValue.isEmpty();
        }
    }
}
