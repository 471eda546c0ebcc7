package tessera.demo.prometheus.promql;

import java.time.Duration;
import java.util.List;
import java.util.SortedMap;

/** The sampled series as of given moments. For one query, one thread. */
public interface SimulatedPromqlSampleSource {

    /**
     * A value of a series at a second.
     *
     * @param labels with the name among them
     * @param second when it was sampled
     */
    record SamplePoint(SortedMap<String, String> labels, long second, double value) {}

    /**
     * The samples of a series over a time.
     *
     * @param points the earliest first
     */
    record TimeRangeSamples(SortedMap<String, String> labels, List<SamplePoint> points) {
        public TimeRangeSamples {
            points = List.copyOf(points);
        }
    }

    /** Returns the newest sample of each matching series at a second of the epoch. */
    List<SamplePoint> samplesAt(List<SimulatedPromqlLabelMatcher> matchers, long second)
            throws SimulatedPromqlException;

    /** Returns the samples of each matching series in the window that ends at a second of the epoch. */
    List<TimeRangeSamples> tracksOver(List<SimulatedPromqlLabelMatcher> matchers, Duration window, long second)
            throws SimulatedPromqlException;
}
