package tessera.cluster.http;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * The lead of the server's clock over this machine's, by the Date header of the recent response with the shortest round trip. A difference that the round trip or the
 * header's whole seconds explain counts as none.
 */
public final class ClockSkewInterceptor implements Interceptor {

    private static final int SAMPLES = 9;
    private static final Duration A_SECOND = Duration.ofSeconds(1);

    private final Clock clock;
    private final Deque<ClockSkewBounds> samples = new ArrayDeque<>();
    private volatile Duration skew = Duration.ZERO;

    public ClockSkewInterceptor(Clock clock) {
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
        var received = clock.instant();
        // A clock that was set back meanwhile measures nothing.
        if (date != null && !received.isBefore(sent)) {
            addSample(
                    new ClockSkewBounds(Duration.between(received, date), Duration.between(sent, date.plus(A_SECOND))));
        }
        return response;
    }

    private synchronized void addSample(ClockSkewBounds bounds) {
        samples.addLast(bounds);
        if (samples.size() > SAMPLES) {
            samples.removeFirst();
        }
        skew = Collections.min(samples, Comparator.comparing(ClockSkewBounds::width)).skew();
    }

    /** The bounds that one response sets for the lead of the server's clock. */
    private record ClockSkewBounds(Duration lower, Duration upper) {

        Duration width() {
            return upper.minus(lower);
        }

        Duration skew() {
            return lower.isPositive() || upper.isNegative() ? lower.plus(width().dividedBy(2)) : Duration.ZERO;
        }
    }
}
