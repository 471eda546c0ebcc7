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
import tessera.model.Failure;
import tessera.plan.operator.HelmValues;
import tessera.plan.operator.KnownValue;
import tessera.plan.operator.ValueAdvice;
import tessera.ui.kit.ScrolledPage;
import tessera.ui.kit.SelectableText;

/** Values of a chart as questions, to be searched, and beside them as YAML; both always say the same. FX thread. */
final class ValuesEditor {

    private static final double LEAST_HEIGHT = 240;
    private static final double QUESTIONS = 640;
    private static final double ANSWER = 200;
    private static final String UNSAID = "as the chart has it";

    private final TextField search = new TextField();
    private final TextArea yaml = new TextArea();
    private final VBox questions = new VBox();
    private final List<ValueRow> rows = new ArrayList<>();
    private final ReadOnlyStringWrapper mistake = new ReadOnlyStringWrapper("");
    private final VBox asked;
    private HelmValues chart = HelmValues.none();
    private HelmValues release = HelmValues.none();
    private boolean printing;

    /**
     * A value and where it is asked for.
     *
     * @param shows told where the value comes from
     */
    private record ValueRow(KnownValue value, Node node, StringProperty answer, Consumer<ValueSource> shows) {}

    ValuesEditor() {
        search.setId("values-search");
        search.setPromptText("Search values, for example driver upgrade");
        yaml.setId("values-yaml");
        yaml.setPromptText("# values.yaml: only what shall be otherwise than in the chart");
        yaml.getStyleClass().add("mono");
        KnownValue.all().forEach(value -> rows.add(row(value)));
        search.textProperty().subscribe(this::narrow);
        yaml.textProperty().addListener((property, before, text) -> {
            read(text);
            sources();
        });
        sources();
        var list = ScrolledPage.down(questions);
        VBox.setVgrow(list, Priority.ALWAYS);
        list.setId("values-questions");
        asked = new VBox(8, search, list);
        asked.setMinWidth(QUESTIONS);
        asked.setPrefWidth(QUESTIONS);
        asked.setMinHeight(LEAST_HEIGHT);
        asked.setPrefHeight(LEAST_HEIGHT);
    }

    /** The questions. */
    Node questions() {
        return asked;
    }

    /** The text. */
    Node text() {
        return yaml;
    }

    /** Sets values, beside those that are set. */
    void set(List<ValueAdvice> values) {
        try {
            var changed = HelmValues.read(yaml.getText());
            for (var value : values) {
                changed = changed.with(value.path(), value.value());
            }
            yaml.setText(changed.yaml());
        } catch (Failure failure) {
            mistake.set(failure.problem().sentence());
        }
    }

    /** Says what counts where nothing is set here: what the chart has, and over it what the release sets. */
    void over(HelmValues chart, HelmValues release) {
        this.chart = chart;
        this.release = release;
        sources();
    }

    private void sources() {
        try {
            var own = HelmValues.read(yaml.getText());
            rows.forEach(row -> row.shows().accept(ValueSource.of(row.value().path(), chart, release, own)));
        } catch (Failure _) {
            // What is no YAML sets nothing, which is said elsewhere.
        }
    }

    /** Takes back what is set here; where nothing is, what the release sets. */
    private void reset(KnownValue value) {
        try {
            var own = HelmValues.read(yaml.getText());
            boolean mine = !own.said(value.path()).isEmpty() || own.takesAway(value.path());
            yaml.setText((mine ? own.without(value.path()) : own.with(value.path(), "null")).yaml());
        } catch (Failure failure) {
            mistake.set(failure.problem().sentence());
        }
    }

    ReadOnlyStringProperty yamlProperty() {
        return yaml.textProperty();
    }

    /** Why the YAML is none; empty when it is some. */
    ReadOnlyStringProperty mistakeProperty() {
        return mistake.getReadOnlyProperty();
    }

    private ValueRow row(KnownValue value) {
        Control control;
        StringProperty answer;
        Consumer<String> inherited;
        if (value.type() == KnownValue.ValueType.FLAG || value.type() == KnownValue.ValueType.CHOICE) {
            var box = new ComboBox<String>();
            box.getItems().add(UNSAID);
            box.getItems()
                    .addAll(value.type() == KnownValue.ValueType.FLAG ? List.of("true", "false") : value.options());
            box.setValue(UNSAID);
            answer = new ReadOnlyStringWrapper("");
            box.valueProperty().addListener((property, before, chosen) -> answer
                    .set(chosen == null || chosen.equals(UNSAID) ? "" : chosen));
            answer.addListener((property, before, text) -> box.setValue(text.isEmpty() ? UNSAID : text));
            inherited = words -> box.setConverter(new InheritedPrompt(words));
            control = box;
        } else {
            var field = new TextField();
            field.setPromptText(value.usual().isEmpty() ? UNSAID : value.usual());
            answer = field.textProperty();
            inherited = words -> field.setPromptText(words.equals(UNSAID) && !value.usual().isEmpty() ? value.usual()
                    : words);
            control = field;
        }
        control.setId("value-" + value.path().replace('.', '-'));
        control.setMinWidth(ANSWER);
        control.setMaxWidth(ANSWER);
        answer.addListener((property, before, text) -> write(value, text));
        return sourced(value, control, answer, inherited);
    }

    /** @param inherited told what counts where nothing is answered */
    private ValueRow sourced(KnownValue value, Control control, StringProperty answer, Consumer<String> inherited) {
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
        var words = value.usual().isEmpty() ? value.words() : value.words() + " Usually " + value.usual() + ".";
        var box = new VBox(2, line, source, SelectableText.wrapped(words, "small", "muted"));
        box.getStyleClass().add("value-row");
        return new ValueRow(value, box, answer, from -> {
            inherited.accept(from.inheritedWords());
            source.setText(from.words());
            source.setManaged(!from.words().isEmpty());
            reset.setVisible(from.resettable());
        });
    }

    /** Says in the place of nothing what counts then. */
    private static final class InheritedPrompt extends StringConverter<String> {

        private final String words;

        InheritedPrompt(String words) {
            this.words = words;
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

    private void narrow(String sought) {
        questions.getChildren().setAll(rows.stream().filter(row -> row.value().matches(sought)).map(ValueRow::node)
                .toList());
    }

    /** Puts an answer into the YAML. */
    private void write(KnownValue value, String answer) {
        if (printing) {
            return;
        }
        try {
            var values = HelmValues.read(yaml.getText());
            var changed = answer.isBlank() ? values.without(value.path()) : values.with(value.path(), answer.trim());
            printing = true;
            yaml.setText(changed.yaml());
            mistake.set("");
        } catch (Failure failure) {
            mistake.set(failure.problem().sentence());
        } finally {
            printing = false;
        }
    }

    /** Puts the YAML into the answers. */
    private void read(String text) {
        if (printing) {
            return;
        }
        try {
            var values = HelmValues.read(text);
            printing = true;
            rows.forEach(row -> row.answer().set(values.said(row.value().path())));
            mistake.set("");
        } catch (Failure failure) {
            mistake.set(failure.problem().sentence());
        } finally {
            printing = false;
        }
    }
}
