package tessera.metrics.report;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.metrics.scrape.ExporterDeviceReadings;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.MetricReading;
import tessera.model.reading.MetricReading.MeasuredMetricReading;
import tessera.model.reading.MetricReading.MissingMetricReading;
import tessera.model.reading.ReportedDeviceUser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class ExporterDeviceReadingsParserTest {

    private static final String H100 = "UUID=\"GPU-1\",gpu=\"0\",modelName=\"NVIDIA H100 80GB HBM3\"";

    private static ExporterDeviceReadings read(String... lines) throws IOException, ProblemException {
        return new ExporterDeviceReadingsParser()
                .parsePage(new ByteArrayInputStream((String.join("\n", lines) + "\n").getBytes(UTF_8)));
    }

    private static DeviceReadings only(String... lines) throws IOException, ProblemException {
        var devices = read(lines).devices();
        assertThat(devices).hasSize(1);
        return devices.getFirst();
    }

    private static String instance(String profile, int id) {
        return H100 + ",GPU_I_PROFILE=\"" + profile + "\",GPU_I_ID=\"" + id + "\"";
    }

    private static double measured(MetricReading reading) {
        assertThat(reading).isInstanceOf(MeasuredMetricReading.class);
        return reading instanceof MeasuredMetricReading(double value) ? value : Double.NaN;
    }

    @Test
    void aBoardDrawsItsPowerOnceHoweverManyInstancesRepeatIt() throws Exception {
        var device = only("DCGM_FI_DEV_POWER_USAGE{%s} 402".formatted(instance("3g.40gb", 2)),
                "DCGM_FI_DEV_POWER_USAGE{%s} 402".formatted(instance("2g.20gb", 4)),
                "DCGM_FI_DEV_POWER_USAGE{%s} 402".formatted(instance("1g.10gb", 9)),
                "DCGM_FI_DEV_GPU_TEMP{%s} 61".formatted(instance("3g.40gb", 2)),
                "DCGM_FI_DEV_GPU_TEMP{%s} 61".formatted(instance("1g.10gb", 9)));

        assertThat(measured(device.readingOf(DeviceMetric.POWER))).isEqualTo(402);
        assertThat(measured(device.readingOf(DeviceMetric.TEMPERATURE))).isEqualTo(61);
        assertThat(device.instances()).hasSize(3).allSatisfy(
                part -> assertThat(part.readingOf(DeviceMetric.POWER)).isInstanceOf(MissingMetricReading.class));
    }

    private static String claimed(String pod) {
        return ",container=\"ctr\",dra_claim_name=\"single-gpu\",dra_claim_namespace=\"ml\",dra_device_name=\"gpu-0\","
                + "dra_driver_name=\"gpu.nvidia.com\",dra_pool_name=\"node-a\",namespace=\"ml\",pod=\"" + pod + "\"";
    }

    @Test
    void podsThatShareADeviceByAClaimAreNamedOneByOneAndItsNumbersAreThereOnce() throws Exception {
        var device = only("DCGM_FI_DEV_FB_USED{%s} 21432".formatted(H100 + claimed("pod1")),
                "DCGM_FI_DEV_FB_USED{%s} 21432".formatted(H100 + claimed("pod2")),
                "DCGM_FI_DEV_POWER_USAGE{%s} 402".formatted(H100 + claimed("pod1")),
                "DCGM_FI_DEV_POWER_USAGE{%s} 402".formatted(H100 + claimed("pod2")));

        assertThat(device.holders()).containsExactly(new ReportedDeviceUser("ml", "pod1", "ctr", "single-gpu"),
                new ReportedDeviceUser("ml", "pod2", "ctr", "single-gpu"));
        assertThat(measured(device.readingOf(DeviceMetric.MEMORY_USED))).isEqualTo(21432.0 * (1 << 20));
        assertThat(measured(device.readingOf(DeviceMetric.POWER))).isEqualTo(402);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
        "a claim without a pod | dra_claim_name=~c~,dra_claim_namespace=~ml~ | ml | '' | '' | c",
        "a pod without a claim | namespace=~ml~,pod=~p~,container=~main~ | ml | p | main | ''",
        "both | namespace=~ml~,pod=~p~,container=~main~,dra_claim_name=~c~,dra_claim_namespace=~ml~ | ml | p | main | c",
        "as a Prometheus renames | pod=~x~,namespace=~y~,exported_pod=~p~,exported_namespace=~ml~,dra_claim_name=~c~ | ml | p | '' | c",
        "names of 1.x | pod=~x~,namespace=~y~,pod_name=~p~,pod_namespace=~ml~,container_name=~main~ | ml | p | main | ''",
        "empty, as where nobody has it | namespace=~~,pod=~~,dra_claim_name=~~ | - | - | - | -"})
    void whoHoldsADeviceIsReadFromTheLabelsOfPodsAndOfClaims(String title, String labels, @Nullable String namespace,
            String pod, String container, String claim) throws Exception {
        var device = only("DCGM_FI_DEV_GPU_TEMP{%s,%s} 61".formatted(H100, labels.replace('~', '"')));

        assertThat(device.holders()).as(title).isEqualTo(
                namespace == null ? List.of() : List.of(new ReportedDeviceUser(namespace, pod, container, claim)));
    }

    @Test
    void aMigInstanceIsHeldByWhomItsClaimNames() throws Exception {
        var device = only("DCGM_FI_DEV_FB_USED{%s} 12".formatted(instance("1g.12gb", 3) + claimed("pod1")
                + ",dra_mig_profile=\"1g.12gb\",dra_mig_device_uuid=\"MIG-12345\""));

        assertThat(device.instances()).singleElement().satisfies(
                part -> assertThat(part.holder()).isEqualTo(new ReportedDeviceUser("ml", "pod1", "ctr", "single-gpu")));
    }

    @Test
    void ofASeriesThatIsThereTwiceTheFirstCountsAndThatIsSaid() throws Exception {
        var page = read("DCGM_FI_DEV_GPU_TEMP{%s} 61".formatted(H100), "DCGM_FI_DEV_XID_ERRORS{%s} 0".formatted(H100),
                "DCGM_FI_DEV_XID_ERRORS{%s} 79".formatted(H100), "DCGM_FI_DEV_GPU_TEMP{%s} 61".formatted(H100));

        assertThat(measured(page.devices().getFirst().readingOf(DeviceMetric.XID))).isZero();
        assertThat(Objects.requireNonNull(page.problem()).detail())
                .isEqualTo("DCGM_FI_DEV_XID_ERRORS has two different values for the same labels");
        assertThat(read("DCGM_FI_DEV_GPU_TEMP{%s} 61".formatted(H100), "DCGM_FI_DEV_GPU_TEMP{%s} 61".formatted(H100))
                .problem()).as("no contradiction").isNull();
    }

    @Test
    void anExporterThatDatesItsValuesIsTakenAtItsWord() throws Exception {
        assertThat(read("DCGM_FI_DEV_GPU_TEMP{%s} 61 1766880000123".formatted(H100)).dated())
                .isEqualTo(Instant.parse("2025-12-28T00:00:00.123Z"));
        assertThat(read("DCGM_FI_DEV_GPU_TEMP{%s} 61".formatted(H100)).dated()).isNull();
    }

    @Test
    void aCutBoardIsAsBusyAsItsInstancesWeighedByTheirShareOfTheCompute() throws Exception {
        var device = only("DCGM_FI_PROF_GR_ENGINE_ACTIVE{%s} 1".formatted(instance("3g.40gb", 2)),
                "DCGM_FI_PROF_GR_ENGINE_ACTIVE{%s} 0.5".formatted(instance("2g.20gb", 4)),
                "DCGM_FI_DEV_FB_USED{%s} 30000".formatted(instance("3g.40gb", 2)),
                "DCGM_FI_DEV_FB_USED{%s} 10000".formatted(instance("2g.20gb", 4)));

        assertThat(measured(device.readingOf(DeviceMetric.UTILISATION))).isCloseTo(4.0 / 7, within(1e-9));
        assertThat(measured(device.readingOf(DeviceMetric.MEMORY_USED))).isEqualTo(40_000.0 * (1 << 20));
    }

    @Test
    void whatABoardRepeatsOnItsInstancesIsNotSummedWhateverItIsAbout() throws Exception {
        var device = only("DCGM_FI_DEV_GPU_UTIL{%s} 90".formatted(instance("3g.40gb", 1)),
                "DCGM_FI_DEV_GPU_UTIL{%s} 90".formatted(instance("3g.40gb", 2)));

        assertThat(measured(device.readingOf(DeviceMetric.UTILISATION))).isEqualTo(0.9);
    }

    @Test
    void theMemoryOfABoardIsKnownFromItsInstancesOnlyIfTheyTakeAllOfIt() throws Exception {
        var one = new String[] {"DCGM_FI_DEV_FB_USED{%s} 10".formatted(instance("3g.40gb", 1)),
            "DCGM_FI_DEV_FB_FREE{%s} 30".formatted(instance("3g.40gb", 1))};
        var both = new String[] {one[0], one[1], "DCGM_FI_DEV_FB_USED{%s} 10".formatted(instance("3g.40gb", 2)),
            "DCGM_FI_DEV_FB_FREE{%s} 30".formatted(instance("3g.40gb", 2))};

        assertThat(only(one).readingOf(DeviceMetric.MEMORY_TOTAL)).isInstanceOf(MissingMetricReading.class);
        assertThat(measured(only(one).readingOf(DeviceMetric.MEMORY_USED))).isEqualTo(10.0 * (1 << 20));
        assertThat(measured(only(both).readingOf(DeviceMetric.MEMORY_TOTAL))).isEqualTo(80.0 * (1 << 20));
    }

    @Test
    void onASmallerBoardTheShareOfTheComputeIsLarger() throws Exception {
        var a30 = "UUID=\"GPU-3\",gpu=\"0\",modelName=\"NVIDIA A30\",GPU_I_PROFILE=\"2g.12gb\",GPU_I_ID=\"1\"";

        assertThat(measured(
                only("DCGM_FI_PROF_GR_ENGINE_ACTIVE{%s} 1".formatted(a30)).readingOf(DeviceMetric.UTILISATION)))
                .isCloseTo(2.0 / 4, within(1e-9));
    }

    @Test
    void anInstanceThatDoesNotReportLeavesTheBoardsSumUnknownRatherThanTooLow() throws Exception {
        var device = only("DCGM_FI_PROF_GR_ENGINE_ACTIVE{%s} 1".formatted(instance("3g.40gb", 2)),
                "DCGM_FI_DEV_FB_USED{%s} 10000".formatted(instance("2g.20gb", 4)),
                "DCGM_FI_DEV_GPU_TEMP{%s} 61".formatted(instance("2g.20gb", 4)));

        assertThat(device.readingOf(DeviceMetric.UTILISATION))
                .isEqualTo(new MissingMetricReading(MetricReading.MissingValueReason.NOT_UNDER_MIG));
        assertThat(device.readingOf(DeviceMetric.MEMORY_USED)).isInstanceOf(MissingMetricReading.class);
    }

    @Test
    void whatIsNotExportedIsNotZero() throws Exception {
        var device = only("DCGM_FI_DEV_GPU_TEMP{%s} 40".formatted(H100));

        assertThat(device.readingOf(DeviceMetric.UTILISATION))
                .isEqualTo(new MissingMetricReading(MetricReading.MissingValueReason.NOT_EXPORTED));
        assertThat(device.readingOf(DeviceMetric.ECC_UNCORRECTABLE))
                .isEqualTo(new MissingMetricReading(MetricReading.MissingValueReason.NOT_EXPORTED));
    }

    @Test
    void activityOfTheEngineCountsBeforeTheShareOfTimeWhicheverComesFirst() throws Exception {
        var coarse = "DCGM_FI_DEV_GPU_UTIL{%s} 100".formatted(H100);
        var fine = "DCGM_FI_PROF_GR_ENGINE_ACTIVE{%s} 0.4".formatted(H100);

        assertThat(measured(only(coarse, fine).readingOf(DeviceMetric.UTILISATION))).isEqualTo(0.4);
        assertThat(measured(only(fine, coarse).readingOf(DeviceMetric.UTILISATION))).isEqualTo(0.4);
        assertThat(measured(only(coarse).readingOf(DeviceMetric.UTILISATION))).isEqualTo(1);
    }

    @Test
    void theWholeOfTheMemoryIsItsParts() throws Exception {
        var device = only("DCGM_FI_DEV_FB_USED{%s} 300".formatted(H100), "DCGM_FI_DEV_FB_FREE{%s} 600".formatted(H100),
                "DCGM_FI_DEV_FB_RESERVED{%s} 100".formatted(H100));

        assertThat(measured(device.readingOf(DeviceMetric.MEMORY_TOTAL))).isEqualTo(1000.0 * (1 << 20));
    }

    @Test
    void aSharedDeviceIsOneDeviceForAllWhoShareIt() throws Exception {
        var device = only("DCGM_FI_DEV_GPU_UTIL{%s,pod=\"a\",namespace=\"x\"} 90".formatted(H100),
                "DCGM_FI_DEV_GPU_UTIL{%s,pod=\"b\",namespace=\"x\"} 90".formatted(H100));

        assertThat(measured(device.readingOf(DeviceMetric.UTILISATION))).isEqualTo(0.9);
        assertThat(device.holders()).extracting(ReportedDeviceUser::holderKey).containsExactly("x/a", "x/b");
    }

    @Test
    void valuesThatCannotBeAreLeftOutAndTold() throws Exception {
        var report = read("DCGM_FI_DEV_GPU_TEMP{%s} 40".formatted(H100),
                "DCGM_FI_DEV_POWER_USAGE{%s} -5".formatted(H100), "DCGM_FI_DEV_SM_CLOCK{%s} +Inf".formatted(H100),
                "DCGM_FI_DEV_FB_USED{%s} NaN".formatted(H100));

        var device = report.devices().getFirst();
        assertThat(List.of(DeviceMetric.POWER, DeviceMetric.SM_CLOCK, DeviceMetric.MEMORY_USED)).allSatisfy(
                deviceMetric -> assertThat(device.readingOf(deviceMetric)).isInstanceOf(MissingMetricReading.class));
        assertThat(String.valueOf(report.problem())).contains("2 values").contains("DCGM_FI_DEV_POWER_USAGE is -5");
    }

    @Test
    void gpusOfGkeAreCountedOnceWhetherOrNotContainersHoldThem() throws Exception {
        var idle = "duty_cycle_gpu_node{node_name=\"n\",make=\"nvidia\",accelerator_index=\"%d\",model=\"NVIDIA L4\"} 0";
        var held = "duty_cycle{namespace=\"ml\",pod=\"p\",container=\"c\",make=\"nvidia\",accelerator_id=\"GPU-a\","
                + "model=\"NVIDIA L4\"} 75";

        assertThat(read(idle.formatted(0), idle.formatted(1)).devices()).extracting(DeviceReadings::index)
                .containsExactly(0, 1);
        assertThat(read(held, idle.formatted(0)).devices()).singleElement().satisfies(device -> {
            assertThat(device.uuid()).isEqualTo("GPU-a");
            assertThat(device.holders()).extracting(ReportedDeviceUser::pod).containsExactly("p");
        });
    }

    @Test
    void aPageThatIsNoReportIsToldAsWhatItIs() {
        assertThatThrownBy(() -> read("<html><body>Sign in</body></html>"))
                .isInstanceOfSatisfying(ProblemException.class, problemException -> {
                    assertThat(problemException.problem().kind()).isEqualTo(OperationProblemKind.GARBLED);
                    assertThat(problemException.problem().detail()).contains("web page");
                });
        assertThatThrownBy(() -> read("go_goroutines 12")).isInstanceOf(ProblemException.class)
                .hasMessageContaining("reports no device");
    }

    @Test
    void partitionsOfAnAcceleratorThatIsNotCutByMigAreOneDevice() throws Exception {
        var device = only(
                "gpu_gfx_activity{gpu_id=\"0\",gpu_uuid=\"u\",gpu_partition_id=\"0\",card_model=\"MI300X\"} 55",
                "gpu_package_power{gpu_id=\"0\",gpu_uuid=\"u\",gpu_partition_id=\"0\",card_model=\"MI300X\"} 500",
                "gpu_package_power{gpu_id=\"0\",gpu_uuid=\"u\",gpu_partition_id=\"1\",card_model=\"MI300X\"} 500");

        assertThat(device.isPartitioned()).isFalse();
        assertThat(measured(device.readingOf(DeviceMetric.POWER))).isEqualTo(500);
        assertThat(measured(device.readingOf(DeviceMetric.UTILISATION))).isEqualTo(0.55);
    }

    private static String partition(int gpu, int number, String mode, String memory) {
        return "gpu_id=\"%d\",gpu_uuid=\"u-%d\",gpu_partition_id=\"%d\",gpu_compute_partition_type=\"%s\","
                .formatted(gpu, gpu, number, mode) + "gpu_memory_partition_type=\"" + memory + "\"";
    }

    @ParameterizedTest
    @CsvSource({"dpx, nps2, 2, 288", "dpx, nps1, 2, 144", "CPX, NPS4, 8, 1152", "cpx, nps1, 8, 144"})
    void partitionsThatAreToldAsDevicesAreTheirBoards(String mode, String memory, int each, int gibibytes)
            throws Exception {
        var lines = new ArrayList<String>();
        for (int gpu = 0; gpu < 4 * each; gpu++) {
            var labels = partition(gpu, gpu % each, mode, memory);
            lines.add("gpu_total_vram{%s} %d".formatted(labels, 144 * 1024));
            lines.add("gpu_package_power{%s} %d".formatted(labels, gpu % each == 0 ? 500 : 0));
            lines.add("gpu_health{%s} %d".formatted(labels, gpu == each + 1 ? 0 : 1));
        }

        var devices = read(lines.toArray(String[]::new)).devices();

        assertThat(devices).extracting(DeviceReadings::index).containsExactly(0, 1, 2, 3);
        assertThat(devices).allSatisfy(device -> {
            assertThat(measured(device.readingOf(DeviceMetric.MEMORY_TOTAL)))
                    .isEqualTo(gibibytes * (double) (1L << 30));
            assertThat(measured(device.readingOf(DeviceMetric.POWER))).isEqualTo(500);
        });
        assertThat(devices).extracting(device -> measured(device.readingOf(DeviceMetric.HEALTH)))
                .as("one of its partitions is bad").containsExactly(1.0, 0.0, 1.0, 1.0);
    }

    @Test
    void boardsOfWhichOnlyTheFirstPartitionIsToldAreNumberedAsBoards() throws Exception {
        var devices = read("gpu_gfx_activity{%s} 40".formatted(partition(0, 0, "dpx", "nps1")),
                "gpu_gfx_activity{%s} 50".formatted(partition(2, 0, "dpx", "nps1"))).devices();

        assertThat(devices).extracting(DeviceReadings::index).containsExactly(0, 1);
    }
}
