package tessera.cluster.wire;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * How far the server's clock is ahead of this machine's, by the Date headers of its latest answers: their median, with
 * half of each round trip taken off. Differences that the header's whole seconds cannot tell count as none.
 */
public final class ClockSkew implements Interceptor {

    private static final int SAMPLES = 9;
    private static final Duration HALF_A_SECOND = Duration.ofMillis(500);
    private static final Duration NOTHING = Duration.ofSeconds(1);

    private final Clock clock;
    private final Deque<Duration> samples = new ArrayDeque<>();
    private volatile Duration skew = Duration.ZERO;

    public ClockSkew(Clock clock) {
        this.clock = clock;
    }

    public Duration skew() {
        return skew;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        var sent = clock.instant();
        var response = chain.proceed(chain.request());
        var date = response.headers().getInstant("Date");
        if (date != null) {
            add(date, sent, clock.instant());
        }
        return response;
    }

    private synchronized void add(Instant date, Instant sent, Instant received) {
        var halfway = sent.plus(Duration.between(sent, received).dividedBy(2));
        samples.addLast(Duration.between(halfway, date.plus(HALF_A_SECOND)));
        if (samples.size() > SAMPLES) {
            samples.removeFirst();
        }
        var median = samples.stream().sorted().skip(samples.size() / 2).findFirst().orElse(Duration.ZERO);
        skew = median.abs().compareTo(NOTHING) < 0 ? Duration.ZERO : median;
    }
}
