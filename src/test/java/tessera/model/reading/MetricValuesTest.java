package tessera.model.reading;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What a set of measured numbers tells of itself. */
class MetricValuesTest {

    @Test
    void everyMetricKeepsItsOwnNumber() {
        var draft = new MetricValues.ValuesDraft();
        double next = 0;
        for (var metric : Metric.values()) {
            draft.set(metric, next++);
        }
        var values = draft.toValues();
        double expected = 0;
        for (var metric : Metric.values()) {
            assertThat(values.get(metric)).as(metric.name()).isEqualTo(expected++);
        }
    }

    @Test
    void aNumberThatWasNotSetIsNotThereAndNotZero() {
        var values = new MetricValues.ValuesDraft().set(Metric.POWER, 0).set(Metric.XID, 31).toValues();
        assertThat(values.hasValue(Metric.POWER)).isTrue();
        assertThat(values.get(Metric.XID)).isEqualTo(31);
        assertThat(values.hasValue(Metric.TEMPERATURE)).isFalse();
        assertThat(values.get(Metric.TEMPERATURE)).isNaN();
        assertThat(values.isEmpty()).isFalse();
        assertThat(MetricValues.NONE.isEmpty()).isTrue();
    }

    @Test
    void theSameNumbersOfOtherMetricsAreNotTheSame() {
        assertThat(new MetricValues.ValuesDraft().set(Metric.POWER, 7).toValues())
                .isEqualTo(new MetricValues.ValuesDraft().set(Metric.POWER, 7).toValues())
                .isNotEqualTo(new MetricValues.ValuesDraft().set(Metric.XID, 7).toValues());
    }
}
