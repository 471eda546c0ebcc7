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
import tessera.ui.AsyncQuery;

/**
 * Where a query is typed, with what could follow, and the queries of before. FX thread.
 *
 * <p>Enter runs the query; Tab takes the word that is marked, Enter does once the marks were moved. Up and down walk
 * through what was run before, as long as nothing is offered.
 */
final class PromqlField {

    private static final Duration PAUSE = Duration.millis(200);
    private static final double ROW = 26;
    private static final int VISIBLE = 10;

    private final TextField field = new TextField();
    private final ListView<String> offers = new ListView<>();
    private final PauseTransition pause = new PauseTransition(PAUSE);
    private final List<String> before = new ArrayList<>();
    private final Consumer<String> run;
    private final AsyncQuery<List<String>> lookup = new AsyncQuery<>(this::offer, why -> hide());
    private PromqlCompletion completion = PromqlCompletion.at("", 0);
    private @Nullable PrometheusVocabulary vocabulary;
    private int walked;
    private boolean moved;
    private boolean taking;

    /** @param run called with a query that is to be run */
    PromqlField(Consumer<String> run) {
        this.run = run;
        field.setId("promql-field");
        field.setPromptText("PromQL, for example avg by (Hostname) (DCGM_FI_DEV_GPU_TEMP)");
        field.getStyleClass().addAll("mono", "promql-field");
        field.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        field.textProperty().addListener((text, earlier, now) -> typed());
        field.focusedProperty().addListener((focused, earlier, now) -> {
            if (!now) {
                hide();
            }
        });
        pause.setOnFinished(event -> complete());
        offers.setId("promql-offers");
        offers.getStyleClass().addAll("mono", "promql-offers");
        offers.setFixedCellSize(ROW);
        offers.setFocusTraversable(false);
        offers.setManaged(false);
        offers.setOnMouseClicked(event -> take());
        hide();
    }

    TextField node() {
        return field;
    }

    /** The list of what could follow; to be laid above everything else. */
    ListView<String> offers() {
        return offers;
    }

    /** Completes from what this one knows, from now on. */
    void learn(@Nullable PrometheusVocabulary other) {
        vocabulary = other;
        hide();
    }

    void focus() {
        field.requestFocus();
        field.end();
    }

    private void typed() {
        if (!taking) {
            walked = before.size();
            hide();
            pause.playFromStart();
        }
    }

    private void complete() {
        completion = PromqlCompletion.at(field.getText(), field.getCaretPosition());
        var known = vocabulary;
        if (known != null && field.isFocused() && !(completion.wish() instanceof PromqlCompletion.NoCompletion)) {
            var wish = completion.wish();
            lookup.ask(() -> known.words(wish));
        }
    }

    private void offer(List<String> words) {
        var fitting = completion.fitting(words);
        offers.getItems().setAll(fitting);
        offers.getSelectionModel().selectFirst();
        moved = false;
        offers.setVisible(!fitting.isEmpty());
        offers.resize(Math.min(480, field.getWidth()), ROW * Math.min(VISIBLE, fitting.size()) + 2);
    }

    private void hide() {
        lookup.cancel();
        pause.stop();
        offers.setVisible(false);
    }

    private void take() {
        var word = offers.getSelectionModel().getSelectedItem();
        if (word != null) {
            put(completion.with(field.getText(), word), completion.after(word));
        }
        hide();
    }

    private void put(String text, int caret) {
        taking = true;
        field.setText(text);
        field.positionCaret(caret);
        taking = false;
    }

    private void key(KeyEvent event) {
        boolean offered = offers.isVisible();
        switch (event.getCode()) {
            case ENTER -> {
                if (offered && moved) {
                    take();
                } else {
                    run();
                }
            }
            case TAB -> {
                if (!offered) {
                    return;
                }
                take();
            }
            case SPACE -> {
                if (!event.isControlDown()) {
                    return;
                }
                complete();
            }
            case UP, DOWN -> step(event.getCode() == KeyCode.UP ? -1 : 1, offered);
            case ESCAPE -> {
                if (!offered) {
                    return;
                }
                hide();
            }
            default -> {
                return;
            }
        }
        event.consume();
    }

    private void step(int by, boolean offered) {
        if (offered) {
            moved = true;
            int next = Math.clamp(offers.getSelectionModel().getSelectedIndex() + by, 0, offers.getItems().size() - 1);
            offers.getSelectionModel().select(next);
            offers.scrollTo(next);
        } else if (!before.isEmpty()) {
            walked = Math.clamp(walked + by, 0, before.size());
            var text = walked == before.size() ? "" : before.get(walked);
            put(text, text.length());
        }
    }

    private void run() {
        hide();
        var query = field.getText().strip();
        if (!query.isEmpty()) {
            before.remove(query);
            before.add(query);
            walked = before.size();
            run.accept(query);
        }
    }
}
