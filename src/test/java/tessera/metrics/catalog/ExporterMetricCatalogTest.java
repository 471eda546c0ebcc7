package tessera.metrics.catalog;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.metrics.exposition.MetricsExpositionParser;
import tessera.metrics.exposition.SeriesLabelSet;
import tessera.model.reading.DeviceMetric;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class ExporterMetricCatalogTest {

    private static final ExporterMetricCatalog CATALOGUE = ExporterMetricCatalog.bundled();

    /** What a line means: concepts and values in their units. */
    private static List<String> meaning(String line) throws IOException {
        var found = new ArrayList<String>();
        new MetricsExpositionParser().read(new ByteArrayInputStream((line + "\n").getBytes(UTF_8)), sample -> {
            for (var metric : CATALOGUE.findByName(sample.name())) {
                if (metric.matches(sample.labels())) {
                    found.add(metric.metric() + " " + metric.convertValue(sample.value()) + " " + metric.scope());
                }
            }
        });
        return found;
    }

    private static SeriesLabelSet labels(String line) throws IOException {
        var found = new ArrayList<SeriesLabelSet>();
        new MetricsExpositionParser().read(new ByteArrayInputStream((line + "\n").getBytes(UTF_8)),
                sample -> found.add(sample.labels()));
        return found.getFirst();
    }

    private static MetricsExporterProfile exporter(String id) {
        return CATALOGUE.exporters().stream().filter(exporter -> exporter.id().equals(id)).findFirst().orElseThrow();
    }

    @ParameterizedTest
    @EnumSource
    void whateverTheProductKnowsOfSomeExporterExports(DeviceMetric deviceMetric) {
        assertThat(CATALOGUE.findByMetric(deviceMetric)).isNotEmpty().allSatisfy(exported -> {
            assertThat(exported.metric()).isEqualTo(deviceMetric);
            assertThat(exported.factor()).isPositive();
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"DCGM_FI_DEV_FB_USED 2|MEMORY_USED 2097152.0 INSTANCE",
        "dcgm_fb_used 2|MEMORY_USED 2097152.0 INSTANCE", "DCGM_FI_DEV_GPU_UTIL 50|UTILISATION 0.5 BOARD",
        "DCGM_FI_DEV_POWER_USAGE 300.5|POWER 300.5 BOARD", "DCGM_FI_DEV_BOARD_POWER_WATTS 300.5|POWER 300.5 BOARD",
        "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION 5000|ENERGY 5.0 BOARD",
        "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION_total 5000|ENERGY 5.0 BOARD", "DCGM_FI_DEV_XID_ERRORS 79|XID 79.0 BOARD",
        "DCGM_FI_DEV_CLOCK_THROTTLE_REASONS 8|THROTTLE_REASONS 8.0 BOARD",
        "gpu_clock{clock_type=\"system\"} 132|SM_CLOCK 132.0 BOARD",
        "gpu_clock{clock_type=\"memory\"} 900|MEMORY_CLOCK 900.0 BOARD",
        "gpu_used_vram{gpu_partition_id=\"1\"} 2|MEMORY_USED 2097152.0 INSTANCE",
        "amd_gpu_gfx_activity{gpu_partition_id=\"0\"} 25|UTILISATION 0.25 BOARD",
        "habanalabs_power_mW 300500|POWER 300.5 BOARD", "habanalabs_utilization 25|UTILISATION 0.25 INSTANCE",
        "gpu_health 1|HEALTH 1.0 BOARD", "xpum_power_watts{uuid=\"a\"} 90|POWER 90.0 BOARD",
        "hw_frequency_hertz{hw_frequency_domain=\"gpu\",aggregation=\"avg\"} 1500000000|SM_CLOCK 1500.0 BOARD",
        "hw_gpu_utilization_ratio{hw_gpu_task=\"all\"} 0.125|UTILISATION 0.125 INSTANCE",
        "duty_cycle_gpu_node 75|UTILISATION 0.75 BOARD", "neuroncore_utilization_ratio 0.5|UTILISATION 0.5 INSTANCE"})
    void whatExportersWriteIsUnderstoodInOneUnit(String line, String meaning) throws IOException {
        assertThat(meaning(line)).containsExactly(meaning);
    }

    @ParameterizedTest
    @ValueSource(strings = {"up 1", "gpu_clock{clock_type=\"video\"} 29",
        "hw_gpu_utilization_ratio{hw_gpu_task=\"copy\"} 1", "gpu_package_power{gpu_partition_id=\"3\"} 0",
        "xpum_power_watts{card=\"1\"} 600", "neuron_runtime_memory_used_bytes{memory_location=\"host\"} 9e6",
        // Percent in one release of the library and a share in the next: its name does not say which.
        "DCGM_FI_DEV_GPU_UTIL_RATIO 1"})
    void whatMeansSomethingElseIsLeftAlone(String line) throws IOException {
        assertThat(meaning(line)).isEmpty();
    }

    @Test
    void activityOfTheGraphicsEngineTellsMoreAboutUtilisationThanTheShareOfTimeAnyKernelRan() {
        assertThat(CATALOGUE.findByName("DCGM_FI_PROF_GR_ENGINE_ACTIVE")).extracting(ExporterMetricMeaning::metric)
                .containsExactly(DeviceMetric.UTILISATION);
        assertThat(CATALOGUE.findByName("DCGM_FI_PROF_GR_ENGINE_ACTIVE").getFirst().preference())
                .isLessThan(CATALOGUE.findByName("DCGM_FI_DEV_GPU_UTIL").getFirst().preference());
    }

    @Test
    void podsAreThoseThatUseTheDeviceNotTheExporterThatTellsOfIt() throws IOException {
        var scraped = labels(
                "m{UUID=\"GPU-1\",pod=\"nvidia-dcgm-exporter-x\",exported_pod=\"bert-0\",Hostname=\"a\"} 1");
        var direct = labels("m{UUID=\"GPU-1\",pod=\"bert-0\",hostname=\"a\",GPU_I_ID=\"9\"} 1");
        assertThat(exporter("dcgm").readLabel(SeriesLabelRole.POD, scraped)).isEqualTo("bert-0");
        assertThat(exporter("dcgm").readLabel(SeriesLabelRole.POD, direct)).isEqualTo("bert-0");
        assertThat(exporter("dcgm").readLabel(SeriesLabelRole.HOST, scraped)).isEqualTo("a");
        assertThat(exporter("dcgm").readLabel(SeriesLabelRole.HOST, direct)).isEqualTo("a");
        assertThat(exporter("dcgm").readLabel(SeriesLabelRole.INSTANCE, direct)).isEqualTo("9");
        assertThat(exporter("dcgm").readLabel(SeriesLabelRole.INSTANCE, scraped)).isEmpty();
    }

    @Test
    void boardValuesOfDividedGpusAreNotTakenForThoseOfInstances() {
        for (var concept : List.of(DeviceMetric.TEMPERATURE, DeviceMetric.POWER, DeviceMetric.XID,
                DeviceMetric.SM_CLOCK, DeviceMetric.ENERGY)) {
            assertThat(CATALOGUE.findByMetric(concept)).extracting(ExporterMetricMeaning::scope)
                    .containsOnly(MetricValueScope.BOARD);
        }
    }

    @Test
    void noSeriesMeansTheSameTwice() {
        var seen = new HashSet<String>();
        for (var concept : DeviceMetric.values()) {
            for (var metric : CATALOGUE.findByMetric(concept)) {
                assertThat(seen.add(metric.name() + " " + concept + " " + metric.only())).as(metric.toString())
                        .isTrue();
            }
        }
    }

    @Test
    void lookingUpAMetricMakesNoObjects() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int found = 0;
        for (int round = 0; round < 2; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 100_000; i++) {
                found += CATALOGUE.findByName("DCGM_FI_DEV_FB_USED").size()
                        + CATALOGUE.findByName("go_goroutines").size();
            }
            if (round > 0) {
                assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000);
            }
        }
        assertThat(found).isEqualTo(200_000);
    }
}
