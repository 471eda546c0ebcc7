package tessera.metrics.catalog;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tessera.metrics.exposition.SeriesLabelSet;
import tessera.metrics.report.ExporterDeviceReadingsParser;
import tessera.metrics.report.NodeDeviceReadingsAssembler;
import tessera.mig.MigProductCatalog;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.MetricReading;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class MetricValueDomainTest {

    private static final ExporterMetricCatalog CATALOGUE = ExporterMetricCatalog.bundled();
    private static final SeriesLabelSet BOARD = SeriesLabelSet.of(
            List.of("UUID", "gpu", "uuid", "gpu_uuid", "gpu_id", "modelName", "accelerator_id", "neuroncore",
                    "dev_file", "clock_type", "hw_frequency_domain", "aggregation", "network_io_direction", "id",
                    "xid"),
            List.of("GPU-1", "0", "GPU-1", "GPU-1", "0", "GRID T4-16C", "a", "0", "0", "system", "gpu", "avg",
                    "transmit", "0", "31"));

    static List<ExporterMetricMeaning> exported() {
        var all = new ArrayList<ExporterMetricMeaning>();
        for (var deviceMetric : DeviceMetric.values()) {
            all.addAll(CATALOGUE.findByMetric(deviceMetric));
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("exported")
    void noBlankOfAnExporterIsAReadingOfAnyOfItsMetrics(ExporterMetricMeaning metric) {
        for (var noMeasurementValueRange : metric.exporter().blanks()) {
            for (double value = noMeasurementValueRange.from(); value <= noMeasurementValueRange.to(); value += Math
                    .max(1, Math.ulp(value))) {
                assertThat(metric.convertValue(value)).as("%s of %s", value, metric.name()).isNaN();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsAcceptedLiesInTheDomainAndNothingElseIs(DeviceMetric deviceMetric) {
        var domain = MetricValueDomain.of(deviceMetric);
        var random = new Random(7);
        DoubleStream.concat(DoubleStream.of(0, 1, domain.maximum(), domain.maximum() * 1.01 + 1, -1, 1e18, 1e300),
                random.doubles(1_000).map(each -> each * 1.5 * domain.maximum())).forEach(number -> {
                    double accepted = domain.accept(number);
                    if (Double.isNaN(accepted)) {
                        assertThat(number < domain.minimum() || number > domain.maximum()
                                || (number == domain.minimum() && !domain.included())).as("%s", number).isTrue();
                    } else {
                        assertThat(accepted).isBetween(domain.minimum(), domain.maximum()).isCloseTo(number,
                                Offset.offset(domain.rounding()));
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void aValueOutsideOfTheDomainIsMissingWithItsReason(DeviceMetric deviceMetric) {
        var impossible = 2 * MetricValueDomain.of(deviceMetric).maximum() + 7;
        for (var exported : CATALOGUE.findByMetric(deviceMetric)) {
            var assembly = new NodeDeviceReadingsAssembler(CATALOGUE, MigProductCatalog.bundled());
            assembly.addValue(exported.name(), BOARD, impossible / exported.factor());
            if (exported.matches(BOARD) && exported.scope() != MetricValueScope.NODE && !assembly.devices().isEmpty()) {
                var device = assembly.devices().getFirst();
                assertThat(device.values().hasValue(deviceMetric)).as(exported.name()).isFalse();
                assertThat(device.readingOf(deviceMetric))
                        .isEqualTo(new MetricReading.MissingMetricReading(MetricReading.MissingValueReason.BLANK));
                assertThat(device.categories()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBoardOfWhichOnlyBlanksAreToldIsStillABoard(Format format) throws Exception {
        var page = format.line("DCGM_FI_DEV_GPU_TEMP", "2147483632")
                + format.line("DCGM_FI_DEV_POWER_USAGE", "140737488355328");

        var report = new ExporterDeviceReadingsParser().parsePage(new ByteArrayInputStream(page.getBytes(UTF_8)));

        assertThat(report.problem()).as("a blank is no damage").isNull();
        assertThat(report.devices()).singleElement().satisfies(device -> {
            assertThat(device.values().isEmpty()).isTrue();
            assertThat(device.index()).isZero();
        });
    }

    enum Format {
        PLAIN,
        WITH_TIME;

        String line(String name, String value) {
            return "%s{UUID=\"GPU-1\",gpu=\"0\"} %s%s\n".formatted(name, value, this == PLAIN ? "" : " 1764000000000");
        }
    }
}
