package tessera.ui.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.animation.PauseTransition;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.kit.InputControlFactory;

/**
 * Query field with completion and history. FX thread.
 *
 * <p>Enter runs the query; Tab takes the word that is marked, Enter does once the marks were moved. Up and down walk
 * through what was run before, as long as nothing is offered.
 */
final class PromqlQueryField {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PromqlQueryField.class);
    private static final Duration PAUSE = Duration.millis(200);
    private static final double ROW = 26;
    private static final int VISIBLE = 10;

    private final TextField field = InputControlFactory.textField("promql-field", MESSAGES.text("query.prompt"));
    private final ListView<String> suggestions = new ListView<>();
    private final PauseTransition pause = new PauseTransition(PAUSE);
    private final List<String> before = new ArrayList<>();
    private final Consumer<String> run;
    private final BackgroundQuery<List<String>> backgroundQuery = new BackgroundQuery<>(this::offerWords,
            problem -> hideOffers());
    private PromqlCompletionPoint completion = PromqlCompletionPoint.at("", 0);
    private @Nullable PrometheusMetricAndLabelNameCache vocabulary;
    private int walked;
    private boolean selectionMoved;
    private boolean taking;

    /** @param run called with a query that is to be run */
    PromqlQueryField(Consumer<String> run) {
        this.run = run;
        field.getStyleClass().addAll("mono", "promql-field");
        field.addEventFilter(KeyEvent.KEY_PRESSED, this::onKey);
        field.textProperty().addListener((text, earlier, now) -> onTyped());
        field.focusedProperty().addListener((focused, earlier, now) -> {
            if (!now) {
                hideOffers();
            }
        });
        pause.setOnFinished(event -> complete());
        suggestions.setId("promql-offers");
        suggestions.getStyleClass().addAll("mono", "promql-offers");
        suggestions.setFixedCellSize(ROW);
        suggestions.setFocusTraversable(false);
        suggestions.setManaged(false);
        suggestions.setOnMouseClicked(event -> takeOffer());
        hideOffers();
    }

    TextField node() {
        return field;
    }

    /** Returns the list of completions, to be placed above everything else. */
    ListView<String> offersList() {
        return suggestions;
    }

    /** Completes from this vocabulary from now on. */
    void setVocabulary(@Nullable PrometheusMetricAndLabelNameCache other) {
        vocabulary = other;
        hideOffers();
    }

    void focus() {
        field.requestFocus();
        field.end();
    }

    private void onTyped() {
        if (!taking) {
            walked = before.size();
            hideOffers();
            pause.playFromStart();
        }
    }

    private void complete() {
        completion = PromqlCompletionPoint.at(field.getText(), field.getCaretPosition());
        var nameCache = vocabulary;
        if (nameCache != null && field.isFocused()
                && !(completion.request() instanceof PromqlCompletionPoint.NoCompletion)) {
            var kind = completion.request();
            backgroundQuery.submit(() -> nameCache.wordsFor(kind));
        }
    }

    private void offerWords(List<String> texts) {
        var fitting = completion.matchesAmong(texts);
        suggestions.getItems().setAll(fitting);
        suggestions.getSelectionModel().selectFirst();
        selectionMoved = false;
        suggestions.setVisible(!fitting.isEmpty());
        suggestions.resize(Math.min(480, field.getWidth()), ROW * Math.min(VISIBLE, fitting.size()) + 2);
    }

    private void hideOffers() {
        backgroundQuery.cancel();
        pause.stop();
        suggestions.setVisible(false);
    }

    private void takeOffer() {
        var word = suggestions.getSelectionModel().getSelectedItem();
        if (word != null) {
            putText(completion.applyTo(field.getText(), word), completion.caretAfter(word));
        }
        hideOffers();
    }

    private void putText(String text, int caret) {
        taking = true;
        field.setText(text);
        field.positionCaret(caret);
        taking = false;
    }

    private void onKey(KeyEvent event) {
        boolean offered = suggestions.isVisible();
        switch (event.getCode()) {
            case ENTER -> {
                if (offered && selectionMoved) {
                    takeOffer();
                } else {
                    runQuery();
                }
            }
            case TAB -> {
                if (!offered) {
                    return;
                }
                takeOffer();
            }
            case SPACE -> {
                if (!event.isControlDown()) {
                    return;
                }
                complete();
            }
            case UP, DOWN -> stepThrough(event.getCode() == KeyCode.UP ? -1 : 1, offered);
            case ESCAPE -> {
                if (!offered) {
                    return;
                }
                hideOffers();
            }
            default -> {
                return;
            }
        }
        event.consume();
    }

    private void stepThrough(int by, boolean offered) {
        if (offered) {
            selectionMoved = true;
            int next = Math.clamp(suggestions.getSelectionModel().getSelectedIndex() + by, 0,
                    suggestions.getItems().size() - 1);
            suggestions.getSelectionModel().select(next);
            suggestions.scrollTo(next);
        } else if (!before.isEmpty()) {
            walked = Math.clamp(walked + by, 0, before.size());
            var text = walked == before.size() ? "" : before.get(walked);
            putText(text, text.length());
        }
    }

    private void runQuery() {
        hideOffers();
        var query = field.getText().strip();
        if (!query.isEmpty()) {
            before.remove(query);
            before.add(query);
            walked = before.size();
            run.accept(query);
        }
    }
}
