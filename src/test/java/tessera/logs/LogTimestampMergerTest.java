package tessera.logs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Lines of several containers are read in the order in which they were written, and a silent one holds up nobody for long. */
@Timeout(120)
class LogTimestampMergerTest {

    private final AtomicLong now = new AtomicLong();
    private final LogBuffer buffer = new LogBuffer(LogBuffer.USUAL);

    private LogTimestampMerger order(@Nullable Duration window) {
        return new LogTimestampMerger(buffer, 2, window, now::get);
    }

    private static void say(LogTimestampMerger order, int origin, long second, String text) {
        piece(order, origin, second, text, true);
    }

    private static void piece(LogTimestampMerger order, int origin, long second, String text, boolean ends) {
        order.acceptLine(new LogLineConsumer.LogLinePart(origin, TimeUnit.SECONDS.toNanos(second), false, ends,
                ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
    }

    private String read() {
        return String.join(" ", buffer.lines(0, buffer.endNumber()).stream().map(LogLine::raw).toList());
    }

    @Test
    void linesOfTwoLogsThatEndAreInTheOrderOfTheirTimes() {
        var order = order(null);
        say(order, 0, 1, "a1");
        say(order, 0, 4, "a4");
        order.acceptNote(0, "cut");
        say(order, 0, 6, "a6");
        assertThat(read()).as("the other may be older").isEmpty();
        say(order, 1, 2, "b2");
        say(order, 1, 3, "b3");
        say(order, 1, 5, "b5");
        order.statusChanged(0, new ContainerLogReadStatus.EndedLogStatus(""));
        assertThat(read()).isEqualTo("a1 b2 b3 a4 cut b5");
        order.statusChanged(1, new ContainerLogReadStatus.EndedLogStatus(""));
        assertThat(read()).isEqualTo("a1 b2 b3 a4 cut b5 a6");
    }

    @Test
    void aContainerThatSaysNothingIsWaitedForOnlyForAWhile() {
        var order = order(Duration.ofMillis(400));
        say(order, 0, 1, "a1");
        order.releaseOverdue();
        assertThat(read()).isEmpty();
        now.set(TimeUnit.MILLISECONDS.toNanos(401));
        order.releaseOverdue();
        assertThat(read()).isEqualTo("a1");
        say(order, 0, 2, "a2");
        assertThat(read()).as("the other is silent still").isEqualTo("a1 a2");
        say(order, 1, 4, "b4");
        say(order, 0, 3, "a3");
        assertThat(read()).isEqualTo("a1 a2 a3");
        order.releaseAll();
        assertThat(read()).isEqualTo("a1 a2 a3 b4");
    }

    @Test
    void aLongLineStaysInOnePiece() {
        var order = order(null);
        piece(order, 0, 1, "long", false);
        say(order, 1, 2, "b2");
        say(order, 0, 3, "goes on");
        order.releaseAll();
        assertThat(read()).isEqualTo("long goes on b2");
    }

    @Test
    void whoIsFarAheadIsHeldUpUntilOthersCome() throws Exception {
        var order = order(null);
        var text = "x".repeat(4096);
        var ahead = Thread.ofVirtual().start(() -> {
            for (int second = 0; second < 1_000; second++) {
                say(order, 0, second, text);
            }
        });
        while (ahead.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        assertThat(buffer.endNumber()).as("4 MB are not kept").isZero();
        order.statusChanged(1, new ContainerLogReadStatus.EndedLogStatus(""));
        ahead.join();
        order.releaseAll();
        assertThat(buffer.endNumber()).isEqualTo(1_000);
    }
}
