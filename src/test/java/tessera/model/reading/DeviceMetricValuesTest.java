package tessera.model.reading;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What a set of measured numbers tells of itself. */
class DeviceMetricValuesTest {

    @Test
    void everyMetricKeepsItsOwnNumber() {
        var draft = new DeviceMetricValues.MetricValuesBuilder();
        double next = 0;
        for (var deviceMetric : DeviceMetric.values()) {
            draft.set(deviceMetric, next++);
        }
        var values = draft.toValues();
        double expected = 0;
        for (var deviceMetric : DeviceMetric.values()) {
            assertThat(values.get(deviceMetric)).as(deviceMetric.name()).isEqualTo(expected++);
        }
    }

    @Test
    void aNumberThatWasNotSetIsNotThereAndNotZero() {
        var values = new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.POWER, 0).set(DeviceMetric.XID, 31)
                .toValues();
        assertThat(values.hasValue(DeviceMetric.POWER)).isTrue();
        assertThat(values.get(DeviceMetric.XID)).isEqualTo(31);
        assertThat(values.hasValue(DeviceMetric.TEMPERATURE)).isFalse();
        assertThat(values.get(DeviceMetric.TEMPERATURE)).isNaN();
        assertThat(values.isEmpty()).isFalse();
        assertThat(DeviceMetricValues.NONE.isEmpty()).isTrue();
    }

    @Test
    void theSameNumbersOfOtherMetricsAreNotTheSame() {
        assertThat(new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.POWER, 7).toValues())
                .isEqualTo(new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.POWER, 7).toValues())
                .isNotEqualTo(new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.XID, 7).toValues());
    }
}
