package tessera.model.reading;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What a set of measured numbers tells of itself. */
class ValuesTest {

    @Test
    void everyMetricKeepsItsOwnNumber() {
        var draft = new Values.Draft();
        double next = 0;
        for (var metric : Metric.values()) {
            draft.set(metric, next++);
        }
        var values = draft.done();
        double expected = 0;
        for (var metric : Metric.values()) {
            assertThat(values.get(metric)).as(metric.name()).isEqualTo(expected++);
        }
    }

    @Test
    void aNumberThatWasNotSetIsNotThereAndNotZero() {
        var values = new Values.Draft().set(Metric.POWER, 0).set(Metric.XID, 31).done();
        assertThat(values.has(Metric.POWER)).isTrue();
        assertThat(values.get(Metric.XID)).isEqualTo(31);
        assertThat(values.has(Metric.TEMPERATURE)).isFalse();
        assertThat(values.get(Metric.TEMPERATURE)).isNaN();
        assertThat(values.isEmpty()).isFalse();
        assertThat(Values.NONE.isEmpty()).isTrue();
    }

    @Test
    void theSameNumbersOfOtherMetricsAreNotTheSame() {
        assertThat(new Values.Draft().set(Metric.POWER, 7).done())
                .isEqualTo(new Values.Draft().set(Metric.POWER, 7).done())
                .isNotEqualTo(new Values.Draft().set(Metric.XID, 7).done());
    }
}
