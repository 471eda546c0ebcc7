package tessera.ui.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tessera.alerts.Alert;
import tessera.alerts.Alert.AlertState;
import tessera.alerts.Alert.AlertTimes;
import tessera.alerts.Alert.AlertValue;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSilence;
import tessera.alerts.AlertSilencesAndAcknowledgments;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.AlertSubject;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.metrics.prometheus.PrometheusApiRequest;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.PrometheusConnection;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.prometheus.rule.PrometheusAlertList;
import tessera.metrics.prometheus.rule.PrometheusAlertList.BrokenPrometheusRule;
import tessera.metrics.prometheus.rule.PrometheusAlertWithRule;
import tessera.model.Problem;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.text.ForeignMessage;
import tessera.ui.alerts.AlertListLine.AlertDetailLine;
import tessera.ui.alerts.AlertListLine.AlertGroupLine;
import tessera.ui.alerts.AlertListLine.AlertListHeading;
import tessera.ui.alerts.AlertListLine.SingleAlertLine;
import tessera.ui.alerts.AlertsScreenInput.AlertOrigin;
import tessera.ui.alerts.AlertsScreenInput.AlertSection;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.NOW;
import static tessera.gpu.Sample.node;

/** What the alerts screen says. */
class AlertsScreenStateBuilderTest {

    private static final int RULES = AlertRules.standardRules().allRules().size();

    private static final String GPU = "nvidia.com/gpu";
    private static final AlertSubject HOT = new AlertSubject("h100-03", "GPU-1", "GPU 1", -1, "", "");

    private final AlertsScreenStateBuilder stateBuilder = new AlertsScreenStateBuilder(AlertRules::standardRules);

    private static Alert alert(String rule, AlertOrFindingSeverity alertOrFindingSeverity, AlertSubject subject,
            AlertState state, Duration age) {
        var since = NOW.minus(age);
        return new Alert(rule, "Title of " + rule, alertOrFindingSeverity, subject, state,
                new AlertTimes(since, state == AlertState.PENDING ? null : since,
                        state == AlertState.UNKNOWN ? NOW : null,
                        state == AlertState.RESOLVED ? NOW.minusSeconds(120) : null),
                null, new ForeignMessage("Something about " + subject.displayName()), List.of("Last XID 79"),
                List.of("ml/train-0"), "Do it.");
    }

    private static Alert hot(AlertState state, Duration age, double value) {
        var plain = alert("gpu-temperature-critical", AlertOrFindingSeverity.CRITICAL, HOT, state, age);
        return new Alert(plain.ruleId(), plain.title(), plain.severity(), HOT, state, plain.times(),
                new AlertValue(value, 90, 94), plain.reason(), plain.evidence(), plain.holders(), plain.remedy());
    }

    private static Alert warning(String node) {
        return alert("exporter-silent", AlertOrFindingSeverity.WARNING, AlertSubject.forNode(node), AlertState.FIRING,
                Duration.ofMinutes(3));
    }

    private static NodeReadings readings(String node, @Nullable Instant at, @Nullable Problem problem) {
        var device = new DeviceReadings("GPU-" + node, 0, "H100", "", List.of(), DeviceMetricValues.NONE, List.of());
        return new NodeReadings(node, "gpu-operator/exporter", at, Duration.ofSeconds(15), problem,
                at == null ? List.of() : List.of(device));
    }

    private static GpuFleet fleet(NodeReadings... of) {
        var sample = new Sample();
        var nodes = new HashMap<String, NodeReadings>();
        for (var node : of) {
            sample.with(node(node.node()).nvidia("NVIDIA-H100-80GB-HBM3", 1).has(GPU, 1));
            nodes.put(node.node(), node);
        }
        return new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample.snapshot(),
                new FleetReadings(NOW, Map.copyOf(nodes), null));
    }

    private PrometheusAlertSnapshot foreign = PrometheusAlertSnapshot
            .forStatus(new PrometheusDiscoveryStatus.PrometheusSearching());

    private static AlertSnapshot state(List<Alert> active, List<Alert> pending, List<Alert> history) {
        return new AlertSnapshot(NOW, active, pending, history);
    }

    private AlertsScreenState page(AlertSnapshot state, AlertSilencesAndAcknowledgments silences, String filter,
            AlertSection section, String... opened) {
        return stateBuilder.computePage(fleet(readings("h100-03", NOW, null)), new AlertsScreenInput(filter, section,
                Set.of(opened), new JavaFxAlertFeed.FiringAlerts(state, silences), NOW, foreign, AlertOrigin.ALL));
    }

    private static List<String> headings(AlertsScreenState page) {
        return page.lines().stream().filter(AlertListHeading.class::isInstance)
                .map(line -> ((AlertListHeading) line).title()).toList();
    }

    private static List<SingleAlertLine> entries(AlertsScreenState page) {
        return page.lines().stream().filter(SingleAlertLine.class::isInstance).map(line -> (SingleAlertLine) line)
                .toList();
    }

    @Test
    void theMostUrgentComesFirstAndWhatIsOverLast() {
        var page = page(
                state(List.of(warning("t4-02"), hot(AlertState.FIRING, Duration.ofMinutes(12), 91)),
                        List.of(alert("devices-unhealthy", AlertOrFindingSeverity.CRITICAL,
                                AlertSubject.forNode("h100-08"), AlertState.PENDING, Duration.ofMinutes(2))),
                        List.of(hot(AlertState.RESOLVED, Duration.ofHours(2), 60))),
                AlertSilencesAndAcknowledgments.noSilences(), "", AlertSection.ALL);

        assertThat(headings(page)).containsExactly("1 critical", "1 warning", "1 pending", "1 resolved");
        assertThat(page.counts()).isEqualTo(new AlertsScreenState.AlertSectionCounts(2, 1, 1));
        var entries = entries(page);
        assertThat(entries.get(0).value()).isEqualTo("91 °C");
        assertThat(entries.get(0).limit()).isEqualTo("limit 90 °C");
        assertThat(entries.get(0).age()).isEqualTo("12 min");
        assertThat(entries.get(2).status().detail()).isEqualTo("fires in 3 min if the condition lasts");
        assertThat(entries.get(3).value()).isEqualTo("peak 94 °C");
        assertThat(entries.get(3).status().text()).isEqualTo("resolved");
    }

    @Test
    void whatIsNotKnownAnyMoreSaysSo() {
        var page = page(state(List.of(hot(AlertState.UNKNOWN, Duration.ofMinutes(12), 91)), List.of(), List.of()),
                AlertSilencesAndAcknowledgments.noSilences(), "", AlertSection.FIRING);

        assertThat(entries(page).getFirst().status().text()).isEqualTo("unknown");
        assertThat(entries(page).getFirst().status().detail()).startsWith("no data for");
    }

    @Test
    void anAcknowledgedAlertMovesToThoseThatAreQuietAndASilenceEndsWithTheClock() {
        var alert = warning("t4-02");
        var silenced = warning("t4-03");
        var silences = AlertSilencesAndAcknowledgments.noSilences().acknowledge(alert, NOW, "")
                .withSilence(AlertSilence.forAlert(silenced, NOW.minusSeconds(60), NOW.plus(Duration.ofHours(1)), ""));
        var active = List.of(warning("t4-01"), alert, silenced);

        var page = page(state(active, List.of(), List.of()), silences, "", AlertSection.FIRING);
        assertThat(headings(page)).containsExactly("1 warning", "2 acknowledged or silenced");
        assertThat(entries(page).stream().map(entry -> entry.status().text())).containsExactly("firing", "acknowledged",
                "silenced");

        var later = page(new AlertSnapshot(NOW.plus(Duration.ofHours(1)), active, List.of(), List.of()), silences, "",
                AlertSection.FIRING);
        assertThat(headings(later)).containsExactly("2 warnings", "1 acknowledged or silenced");
    }

    @Test
    void manyDevicesOfANodeWithTheSameTroubleAreOneLineUntilItIsOpened() {
        var alike = IntStream.range(2, 6)
                .mapToObj(gpu -> alert("gpu-temperature-critical", AlertOrFindingSeverity.CRITICAL,
                        new AlertSubject("h100-03", "GPU-" + gpu, "GPU " + gpu, -1, "", ""), AlertState.PENDING,
                        Duration.ofMinutes(1)))
                .toList();
        var both = Stream.concat(alike.stream(), Stream.of(hot(AlertState.PENDING, Duration.ofMinutes(1), 97)))
                .toList();

        var folded = page(state(List.of(), both, List.of()), AlertSilencesAndAcknowledgments.noSilences(), "",
                AlertSection.ALL);
        assertThat(entries(folded)).isEmpty();
        var bundle = folded.lines().stream().filter(AlertGroupLine.class::isInstance).map(AlertGroupLine.class::cast)
                .toList();
        assertThat(bundle).singleElement().satisfies(line -> {
            assertThat(line.sentence()).endsWith(": 5 GPUs of h100-03");
            assertThat(line.worst().value()).isEqualTo("97 °C");
        });
        assertThat(headings(folded)).as("counts rows").containsExactly("1 pending");
        assertThat(folded.counts().pending()).isEqualTo(1);

        var opened = page(state(List.of(), both, List.of()), AlertSilencesAndAcknowledgments.noSilences(), "",
                AlertSection.ALL, bundle.getFirst().key());
        assertThat(entries(opened)).hasSize(5);
        assertThat(entries(page(state(List.of(), alike.subList(0, 2), List.of()),
                AlertSilencesAndAcknowledgments.noSilences(), "", AlertSection.ALL))).as("two are told one by one")
                .hasSize(2);
    }

    @Test
    void aFilterNarrowsWhatIsListed() {
        var state = state(List.of(hot(AlertState.FIRING, Duration.ofMinutes(12), 91), warning("t4-02")), List.of(),
                List.of());

        assertThat(entries(
                page(state, AlertSilencesAndAcknowledgments.noSilences(), "severity:critical", AlertSection.ALL)))
                .hasSize(1);
        assertThat(entries(
                page(state, AlertSilencesAndAcknowledgments.noSilences(), "node:t4 rule:exporter", AlertSection.ALL)))
                .hasSize(1);
        assertThat(entries(
                page(state, AlertSilencesAndAcknowledgments.noSilences(), "ns:ml !pending firing", AlertSection.ALL)))
                .hasSize(2);
        assertThat(entries(page(state, AlertSilencesAndAcknowledgments.noSilences(), "ns:research", AlertSection.ALL)))
                .isEmpty();
        assertThat(page(state, AlertSilencesAndAcknowledgments.noSilences(), "node:t4", AlertSection.ALL)
                .filterSummary().count()).isEqualTo("1 of 2");
        assertThat(page(state, AlertSilencesAndAcknowledgments.noSilences(), "colour:red", AlertSection.ALL)
                .filterSummary().problem()).contains("colour:red");
    }

    @Test
    void anOpenedAlertSaysWhatToDoAndWhatIsKnown() {
        var alert = hot(AlertState.FIRING, Duration.ofMinutes(12), 91);
        var page = page(state(List.of(alert), List.of(), List.of()), AlertSilencesAndAcknowledgments.noSilences(), "",
                AlertSection.ALL, AlertListLine.alertKey(alert));

        assertThat(page.lines().getLast()).isInstanceOfSatisfying(AlertDetailLine.class, detail -> {
            assertThat(detail.facts()).containsExactly("Last XID 79", "Used by ml/train-0");
            assertThat(detail.rule()).isEqualTo("gpu-temperature-critical, fires after 60 s");
            assertThat(detail.canBeSilenced()).isTrue();
        });
    }

    @Test
    void nothingFiresIsSaidOnlyWhereEverythingIsMeasured() {
        var nothing = state(List.of(), List.of(), List.of());
        var all = page(nothing, AlertSilencesAndAcknowledgments.noSilences(), "", AlertSection.FIRING);
        assertThat(all.empty().title()).isEqualTo("No alerts firing");
        assertThat(all.empty().text()).isEqualTo(RULES + " rules watch 1 GPU");

        var silent = readings("t4-02", null,
                Problem.of(Problem.OperationProblemKind.UNREACHABLE, "connection refused"));
        var some = stateBuilder.computePage(fleet(readings("h100-03", NOW, null), silent),
                new AlertsScreenInput("", AlertSection.FIRING, Set.of(),
                        new JavaFxAlertFeed.FiringAlerts(nothing, AlertSilencesAndAcknowledgments.noSilences()), NOW,
                        foreign, AlertOrigin.ALL));
        assertThat(some.empty().title()).isEqualTo("No known alerts firing");
        assertThat(some.empty().text())
                .isEqualTo(RULES + " rules watch 1 of 2 GPUs  ·  1 exporter does not answer (t4-02)");
    }

    @Test
    void beforeAnythingWasJudgedNothingIsClaimed() {
        var page = page(AlertSnapshot.notEvaluated(), AlertSilencesAndAcknowledgments.noSilences(), "",
                AlertSection.ALL);

        assertThat(page.notice())
                .hasValueSatisfying(notice -> assertThat(notice.title()).isEqualTo("No evaluation yet"));
    }

    @Test
    void judgementsThatAreOldSayHowOld() {
        var old = new AlertSnapshot(NOW.minusSeconds(180), List.of(warning("t4-02")), List.of(), List.of());

        assertThat(page(old, AlertSilencesAndAcknowledgments.noSilences(), "", AlertSection.ALL).coverage())
                .endsWith("evaluated 3 min ago");
    }

    private static PrometheusAlertWithRule theirs(String name, PrometheusAlertWithRule.PrometheusAlertState state,
            Map<String, String> labels, Map<String, String> annotations) {
        return new PrometheusAlertWithRule(name, state, NOW.minusSeconds(600), 91, "DCGM_FI_DEV_GPU_TEMP > 90",
                Duration.ofMinutes(5), labels, annotations);
    }

    private static PrometheusAlertSnapshot foreign(PrometheusAlertList alertList) {
        var client = new PrometheusClient(new PrometheusConnection() {
            @Override
            public <T> T send(PrometheusApiRequest prometheusQuery, PrometheusReplyHandler<T> reader) {
                throw new AssertionError("nothing is asked");
            }
        }, Duration.ofSeconds(1));
        return PrometheusAlertSnapshot
                .forStatus(new PrometheusDiscoveryStatus.PrometheusAvailable("Prometheus m/p", "3.1.0", true, client))
                .withAnswer(alertList, NOW);
    }

    @Test
    void whatARuleFindsOnManyNodesIsOneLineThatNamesThem() {
        var nodes = IntStream.range(1, 7).mapToObj(number -> warning("t4-0" + number)).toList();

        var page = page(state(nodes, List.of(), List.of()), AlertSilencesAndAcknowledgments.noSilences(), "",
                AlertSection.ALL);

        assertThat(headings(page)).containsExactly("1 warning");
        assertThat(page.counts().firing()).isEqualTo(1);
        assertThat(page.lines()).filteredOn(AlertGroupLine.class::isInstance).singleElement()
                .isInstanceOfSatisfying(AlertGroupLine.class, line -> {
                    assertThat(line.sentence()).isEqualTo("Title of exporter-silent: 6 nodes");
                    assertThat(line.detail()).isEqualTo("t4-01, t4-02, t4-03, t4-04 and 2 more");
                    assertThat(entries(page(state(nodes, List.of(), List.of()),
                            AlertSilencesAndAcknowledgments.noSilences(), "", AlertSection.ALL, line.key())))
                            .hasSize(6);
                });
    }

    @Test
    void whatAPrometheusAndARuleOfOursTellOfOneNodeIsOneLineWithOneAgeAndCountsOnce() {
        var silent = alert("exporter-silent", AlertOrFindingSeverity.WARNING, AlertSubject.forNode("h100-03"),
                AlertState.PENDING, Duration.ofSeconds(75));
        var down = new PrometheusAlertWithRule("GpuExporterDown", PrometheusAlertWithRule.PrometheusAlertState.FIRING,
                NOW.minus(Duration.ofMinutes(33)), 0, "up == 0", Duration.ofMinutes(5), Map.of("severity", "warning",
                        "namespace", "gpu-operator", "pod", "exporter", "job", "nvidia-dcgm-exporter"),
                Map.of("summary", "The exporter exporter does not answer"));
        foreign = foreign(new PrometheusAlertList(List.of(down), 1, List.of(), List.of()));
        var state = state(List.of(), List.of(silent), List.of());

        var page = page(state, AlertSilencesAndAcknowledgments.noSilences(), "", AlertSection.ALL);

        assertThat(headings(page)).containsExactly("1 warning");
        assertThat(page.counts()).isEqualTo(new AlertsScreenState.AlertSectionCounts(1, 0, 0));
        assertThat(page.lines().getLast()).isInstanceOfSatisfying(AlertGroupLine.class, line -> {
            assertThat(line.sentence()).isEqualTo("Title of exporter-silent: h100-03");
            assertThat(line.fromPrometheus()).isTrue();
            assertThat(line.worst().age()).isEqualTo("33 min");
            assertThat(line.worst().value()).as("0 says nothing of what is down").isEmpty();
            assertThat(line.worst().status().text()).isEqualTo("firing");
        });
        assertThat(new ActiveAlerts(AlertRules::standardRules,
                new JavaFxAlertFeed.FiringAlerts(state, AlertSilencesAndAcknowledgments.noSilences()), foreign)
                .countUrgent(fleet(readings("h100-03", NOW, null)), NOW)).as("the badge counts the same rows")
                .isEqualTo(new ActiveAlerts.UrgentProblemCount(1, 1, Optional.of(AlertOrFindingSeverity.WARNING)));
        assertThat(headings(
                page(state, AlertSilencesAndAcknowledgments.noSilences(), "source:prometheus", AlertSection.ALL)))
                .as("what a filter keeps of it is still one row").containsExactly("1 warning");
        assertThat(page(state, AlertSilencesAndAcknowledgments.noSilences(), "source:prometheus", AlertSection.ALL)
                .counts()).isEqualTo(new AlertsScreenState.AlertSectionCounts(1, 0, 0));
    }

    @Test
    void whatFiresByARuleOfAPrometheusIsNotSaidToFireByOurLimit() {
        var prometheusAlert = new PrometheusAlertWithRule("GpuHot", PrometheusAlertWithRule.PrometheusAlertState.FIRING,
                NOW, 91, "DCGM_FI_DEV_GPU_TEMP > 80", Duration.ZERO,
                Map.of("severity", "warning", "Hostname", "h100-03", "gpu", "1", "UUID", "GPU-1"), Map.of());
        foreign = foreign(new PrometheusAlertList(List.of(prometheusAlert), 1, List.of(), List.of()));
        var page = page(state(List.of(), List.of(hot(AlertState.PENDING, Duration.ofSeconds(20), 91)), List.of()),
                AlertSilencesAndAcknowledgments.noSilences(), "", AlertSection.ALL);

        assertThat(page.lines().getLast()).isInstanceOfSatisfying(AlertGroupLine.class, line -> {
            assertThat(line.worst().status().text()).isEqualTo("firing");
            assertThat(line.worst().value()).isEqualTo("91 °C");
            assertThat(line.worst().limit()).isEmpty();
        });
    }

    private AlertsScreenState.AlertSectionCounts besideOurs(Alert ours, String expression, Map<String, String> labels) {
        var prometheusAlert = new PrometheusAlertWithRule("Theirs", PrometheusAlertWithRule.PrometheusAlertState.FIRING,
                NOW, 0, expression, Duration.ZERO, labels, Map.of());
        foreign = foreign(new PrometheusAlertList(List.of(prometheusAlert), 1, List.of(), List.of()));
        return page(state(List.of(ours), List.of(), List.of()), AlertSilencesAndAcknowledgments.noSilences(), "",
                AlertSection.ALL).counts();
    }

    @Test
    void aRuleThatLooksTheOtherWayOrAtAnotherTargetTellsSomethingElse() {
        var full = alert("memory-nearly-full", AlertOrFindingSeverity.WARNING, HOT, AlertState.FIRING,
                Duration.ofMinutes(3));
        var device = Map.of("Hostname", "h100-03", "gpu", "1", "UUID", "GPU-1");
        var node = Map.of("node", "h100-03", "job", "kubelet");
        var exporter = Map.of("node", "h100-03", "job", "nvidia-dcgm-exporter");

        assertThat(besideOurs(full, "DCGM_FI_DEV_FB_USED > 70000", device).firing()).isEqualTo(1);
        assertThat(besideOurs(full, "DCGM_FI_DEV_GPU_UTIL < 5 and DCGM_FI_DEV_FB_USED > 1000", device).firing())
                .isEqualTo(2);
        assertThat(besideOurs(warning("h100-03"), "up == 0", exporter).firing()).isEqualTo(1);
        assertThat(besideOurs(warning("h100-03"), "up == 0", node).firing()).isEqualTo(2);
    }

    @Test
    void whatIsSilencedHereHidesNothingGraverThatAPrometheusTells() {
        var ours = warning("h100-03");
        var silences = AlertSilencesAndAcknowledgments.noSilences().acknowledge(ours, NOW, "");
        var labels = Map.of("node", "h100-03", "job", "nvidia-dcgm-exporter");
        for (var severity : List.of("warning", "critical")) {
            var named = new HashMap<>(labels);
            named.put("severity", severity);
            foreign = foreign(new PrometheusAlertList(
                    List.of(new PrometheusAlertWithRule("Down", PrometheusAlertWithRule.PrometheusAlertState.FIRING,
                            NOW, 0, "up == 0", Duration.ZERO, named, Map.of())),
                    1, List.of(), List.of()));
            assertThat(headings(page(state(List.of(ours), List.of(), List.of()), silences, "", AlertSection.ALL)))
                    .containsExactly(severity.equals("critical") ? "1 critical" : "1 acknowledged or silenced");
        }
    }

    @Test
    void whatAFilterKeepsOfARowIsCountedAsThatRowAndADeviceOnce() {
        var parts = IntStream
                .range(1,
                        5)
                .mapToObj(part -> alert("gpu-temperature-critical", AlertOrFindingSeverity.CRITICAL,
                        new AlertSubject("h100-0" + (part + 1) / 2, "GPU-" + (part + 1) / 2, "GPU 1", -1, "ml/" + part,
                                ""),
                        AlertState.FIRING, Duration.ofMinutes(1)))
                .toList();
        var state = state(parts, List.of(), List.of());

        assertThat(page(state, AlertSilencesAndAcknowledgments.noSilences(), "node:h100-01", AlertSection.ALL)
                .filterSummary().count()).isEqualTo("1 of 1");
        assertThat(page(state, AlertSilencesAndAcknowledgments.noSilences(), "", AlertSection.ALL).lines())
                .filteredOn(AlertGroupLine.class::isInstance).singleElement().isInstanceOfSatisfying(
                        AlertGroupLine.class, line -> assertThat(line.sentence()).endsWith(": 2 GPUs of 2 nodes"));
    }

    @Test
    void whatWasThereWhenItWasFirstLookedAtIsAtLeastSoOld() {
        var plain = hot(AlertState.FIRING, Duration.ofSeconds(80), 91);
        var before = new Alert(plain.ruleId(), plain.title(), plain.severity(), HOT, AlertState.FIRING,
                new AlertTimes(plain.times().since(), plain.times().since(), null, null, true), null, plain.reason(),
                List.of(), List.of(), "");

        assertThat(entries(page(state(List.of(before), List.of(), List.of()),
                AlertSilencesAndAcknowledgments.noSilences(), "", AlertSection.ALL))).singleElement()
                .satisfies(entry -> assertThat(entry.age()).isEqualTo("≥ 80 s"));
    }

    @Test
    void whatAPrometheusFindsStandsBesideWhatIsFoundHere() {
        foreign = foreign(
                new PrometheusAlertList(
                        List.of(theirs("GpuHot", PrometheusAlertWithRule.PrometheusAlertState.FIRING,
                                Map.of("severity", "critical", "Hostname", "h100-03", "gpu", "3", "UUID", "GPU-c"),
                                Map.of("summary", "GPU 3 is hot", "runbook_url", "https://r")),
                                theirs("Watchdog", PrometheusAlertWithRule.PrometheusAlertState.FIRING,
                                        Map.of("severity", "none"), Map.of()),
                                theirs("Slow", PrometheusAlertWithRule.PrometheusAlertState.PENDING,
                                        Map.of("severity", "warning"), Map.of())),
                        3, List.of(new BrokenPrometheusRule("Odd", "found duplicate series")), List.of()));
        var state = state(List.of(hot(AlertState.FIRING, Duration.ofMinutes(12), 91)), List.of(), List.of());

        var page = page(state, AlertSilencesAndAcknowledgments.noSilences(), "", AlertSection.ALL);

        assertThat(headings(page)).containsExactly("1 rule of Prometheus m/p cannot be evaluated", "2 critical",
                "1 info", "1 pending");
        assertThat(page.counts()).isEqualTo(new AlertsScreenState.AlertSectionCounts(3, 1, 0));
        assertThat(page.coverage()).isEqualTo(RULES + " rules watch 1 GPU  ·  3 rules of Prometheus m/p");
        var entry = entries(page).get(1);
        assertThat(entry.alert().sentence()).isEqualTo("GPU 3 is hot");
        assertThat(entry.alert().subject().displayName()).isEqualTo("GPU 3 of h100-03");
        assertThat(entry.value()).isEqualTo("value 91");
        assertThat(entry.age()).isEqualTo("10 min");

        assertThat(entries(
                page(state, AlertSilencesAndAcknowledgments.noSilences(), "source:prometheus", AlertSection.FIRING)))
                .hasSize(2);
        assertThat(entries(
                page(state, AlertSilencesAndAcknowledgments.noSilences(), "source:tessera", AlertSection.FIRING)))
                .hasSize(1);
        assertThat(entries(
                page(state, AlertSilencesAndAcknowledgments.noSilences(), "node:h100-03 gpu:3", AlertSection.ALL)))
                .hasSize(1);
    }

    @Test
    void anAlertOfAPrometheusTellsItsExpressionLabelsAndAnnotationsAndCannotBeSilencedHere() {
        foreign = foreign(
                new PrometheusAlertList(
                        List.of(theirs("GpuHot", PrometheusAlertWithRule.PrometheusAlertState.FIRING,
                                Map.of("severity", "critical", "gpu", "3"),
                                Map.of("summary", "GPU 3 is hot", "runbook_url", "https://r"))),
                        1, List.of(), List.of()));
        var alert = foreign.firingAlerts().getFirst();

        var page = page(state(List.of(), List.of(), List.of()), AlertSilencesAndAcknowledgments.noSilences(), "",
                AlertSection.ALL, AlertListLine.alertKey(alert));

        var detail = (AlertListLine.AlertDetailLine) page.lines().getLast();
        assertThat(detail.rule()).isEqualTo("GpuHot: DCGM_FI_DEV_GPU_TEMP > 90  for 5 min");
        assertThat(detail.facts()).containsExactly("Labels  gpu=\"3\", severity=\"critical\"", "runbook_url: https://r",
                "summary: GPU 3 is hot");
        assertThat(detail.alert().remedy()).isEqualTo("https://r");
        assertThat(detail.canBeSilenced()).isFalse();
    }

    @Test
    void whatFiresIsCountedAnewWhenAnotherNodeHasThePodOrSomethingElseIsFound() {
        var silent = alert("exporter-silent", AlertOrFindingSeverity.WARNING, AlertSubject.forNode("h100-03"),
                AlertState.FIRING, Duration.ofMinutes(7));
        foreign = foreign(new PrometheusAlertList(
                List.of(new PrometheusAlertWithRule("GpuExporterDown",
                        PrometheusAlertWithRule.PrometheusAlertState.FIRING, NOW.minus(Duration.ofMinutes(33)), 0,
                        "up == 0", Duration.ofMinutes(5), Map.of("severity", "warning", "namespace", "gpu-operator",
                                "pod", "exporter", "job", "nvidia-dcgm-exporter"),
                        Map.of())),
                1, List.of(), List.of()));
        var currentAlerts = new ActiveAlerts(AlertRules::standardRules, new JavaFxAlertFeed.FiringAlerts(
                state(List.of(silent), List.of(), List.of()), AlertSilencesAndAcknowledgments.noSilences()), foreign);
        var calm = new ActiveAlerts(AlertRules::standardRules, new JavaFxAlertFeed.FiringAlerts(
                state(List.of(), List.of(), List.of()), AlertSilencesAndAcknowledgments.noSilences()), foreign);
        var elsewhere = fleet(readings("h100-07", NOW, null));
        var urgency = new UrgentAlertCountCache();

        assertThat(urgency.countUrgent(currentAlerts, elsewhere, NOW).problems()).isEqualTo(2);
        assertThat(urgency.countUrgent(currentAlerts, elsewhere, NOW).problems()).as("of the same again").isEqualTo(2);
        assertThat(urgency.countUrgent(currentAlerts, fleet(readings("h100-03", NOW, null)), NOW).problems())
                .isEqualTo(1);
        assertThat(urgency.countUrgent(currentAlerts, elsewhere, NOW).problems()).isEqualTo(2);
        assertThat(urgency.countUrgent(calm, elsewhere, NOW).problems()).isEqualTo(1);
    }

    @Test
    void whatAPrometheusRefusesIsToldAboveWhatIsFoundHere() {
        foreign = foreign(PrometheusAlertList.none()).withProblem(Problem
                .of(Problem.OperationProblemKind.FORBIDDEN, "You may not list rules").withDetail("no services/proxy"));

        var page = page(state(List.of(warning("t4-02")), List.of(), List.of()),
                AlertSilencesAndAcknowledgments.noSilences(), "", AlertSection.ALL);

        assertThat(headings(page)).containsExactly("Prometheus m/p: alerts cannot be read", "1 warning");
        assertThat(((AlertListHeading) page.lines().getFirst()).detail())
                .isEqualTo("You may not list rules: no services/proxy");
    }

    @Test
    void whatAPrometheusToldLongAgoIsNotCountedAndSaysHowOldItIs() {
        foreign = foreign(new PrometheusAlertList(
                List.of(theirs("GpuHot", PrometheusAlertWithRule.PrometheusAlertState.FIRING,
                        Map.of("severity", "critical", "Hostname", "h100-03", "gpu", "3"), Map.of())),
                1, List.of(), List.of()))
                .withProblem(Problem.of(Problem.OperationProblemKind.UNREACHABLE, "Nobody answers"));
        var state = state(List.of(), List.of(), List.of());
        var currentAlerts = new ActiveAlerts(AlertRules::standardRules,
                new JavaFxAlertFeed.FiringAlerts(state, AlertSilencesAndAcknowledgments.noSilences()), foreign);
        var fleet = fleet(readings("h100-03", NOW, null));

        assertThat(currentAlerts.countUrgent(fleet, NOW.plusSeconds(120)).rows()).as("one look that failed")
                .isEqualTo(1);
        assertThat(currentAlerts.countUrgent(fleet, NOW.plusSeconds(3600)))
                .isEqualTo(ActiveAlerts.UrgentProblemCount.NONE);
        var page = stateBuilder.computePage(fleet,
                new AlertsScreenInput("", AlertSection.ALL, Set.of(),
                        new JavaFxAlertFeed.FiringAlerts(state, AlertSilencesAndAcknowledgments.noSilences()),
                        NOW.plusSeconds(3600), foreign, AlertOrigin.ALL));
        assertThat(((AlertListHeading) page.lines().getFirst()).detail())
                .isEqualTo("Nobody answers. Listed alerts were read 1 h ago");
    }
}
