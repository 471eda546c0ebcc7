package tessera.ui;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tessera.model.Problem;

import static org.assertj.core.api.Assertions.assertThat;

/** Who waits for an answer gets one, or is told why there is none. */
class BackgroundQueryTest {

    @Test
    void anAnswerThatNestsTooDeeplyIsNotWaitedForForEver() throws Exception {
        Stage.start();
        var told = new CompletableFuture<Problem>();
        var backgroundQuery = new BackgroundQuery<String>(answer -> {}, told::complete);
        Stage.fx(() -> {
            backgroundQuery.submit(() -> {
                throw new StackOverflowError("too deep");
            });
            return true;
        });

        assertThat(told.get(3, TimeUnit.MINUTES).headline()).isEqualTo("The answer cannot be read");
        assertThat(Stage.fx(() -> backgroundQuery.waitingProperty().get())).isFalse();
    }
}
