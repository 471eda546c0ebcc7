package tessera.plan.operator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.model.Failure;
import tessera.model.MigLabels;
import tessera.model.NodeFacts;
import tessera.model.NodeSystem;
import tessera.plan.context.ChartDetail;
import tessera.plan.context.ReleaseObject;
import tessera.plan.context.StackSite;
import tessera.plan.intent.ReleaseIntent.InstallRelease;

/** What is looked at before a stack is installed, each with what is so and what to do about it. */
public final class OperatorPreflight {

    private static final String FEATURES = "feature.node.kubernetes.io/";
    /** Layouts that are known to give every GPU of a node instances of one size, or to cut none. */
    private static final Pattern EVEN = Pattern.compile("all-disabled|all-\\d+g\\.\\d+gb(\\..+)?");
    /** Amazon Linux 2, and not 2023. */
    private static final Pattern UNBUILT = Pattern.compile("Amazon Linux 2(?!\\d)");
    private static final String LEFTOVERS = "Left from before";
    private static final Set<String> KNOWN_ARCHITECTURES = Set.of("amd64", "arm64");

    private final List<NodeFacts> all;
    private final List<NodeFacts> gpus;
    private final StackSite site;
    private final InstallInput around;
    private final HelmValues values;
    private final String version;

    /**
     * A look at a cluster.
     *
     * @param values  that are to be set
     * @param version of the chart; empty when it is not known
     */
    OperatorPreflight(InstallInput around, HelmValues values, String version) {
        this.around = around;
        all = around.all();
        gpus = around.gpus();
        site = around.site();
        this.values = values;
        this.version = version;
    }

    /** All checks; of a stack that is there they are those of its own values, where nothing else is to be set. */
    static List<PreflightCheck> of(ReleaseSurvey survey, InstallRelease wanted) throws Failure {
        var installed = InstalledStack.check(wanted, survey);
        if (installed.isPresent() && survey.release().isEmpty()) {
            return List.of(installed.get());
        }
        var values = HelmValues.read(wanted.values())
                .over(HelmValues.read(survey.release().map(ReleaseObject::values).orElse("")));
        var checks = new OperatorPreflight(survey.around(wanted.release().namespace()), values, survey.chart()
                .or(() -> survey.release().map(ReleaseObject::detail)).map(ChartDetail::version)
                .orElse(wanted.chart().version())).all();
        installed.ifPresent(check -> {
            checks.removeIf(each -> each.title().equals(LEFTOVERS));
            checks.addFirst(check);
        });
        return checks;
    }

    /** All checks of a fresh installation. */
    List<PreflightCheck> all() {
        var admission = new AdmissionChecks(site.admission());
        boolean google = ClusterPlatform.of(all).filter(platform -> platform.name().startsWith("gke")).isPresent();
        var checks = new ArrayList<>(List.of(server(), admission.rights(), platform(), discovery(), plugins(), driver(),
                runtime(), system(), architecture(), security(), admission.quotas(google, gpus.size()), taints(),
                leftovers(), monitors(), layouts(), admission.users()));
        if (values.flag("/driver/enabled", true)) {
            var hosts = HostChecks.of(site.hosts(), gpus);
            checks.add(hosts.secureBoot(values.flag("/driver/usePrecompiled", false)));
            checks.add(hosts.nouveau());
        }
        site.gaps().forEach(gap -> checks.add(PreflightCheck.unknown("Not looked at", gap.headline(), gap.remedy())));
        return checks;
    }

    private PreflightCheck server() {
        var release = OperatorVersions.read(site.server());
        if (release.isEmpty()) {
            return PreflightCheck.unknown("Kubernetes", "the server does not tell its version",
                    "See with “kubectl version”");
        }
        int minor = release.get().minor();
        return release.get().major() == 1 && minor >= 32 && minor <= 36
                ? PreflightCheck.pass("Kubernetes", site.server())
                : PreflightCheck.warn("Kubernetes", site.server() + " is outside of 1.32 to 1.36",
                        "Look whether this version of the operator supports it");
    }

    private PreflightCheck platform() {
        var platform = ClusterPlatform.of(all);
        if (platform.isEmpty()) {
            return PreflightCheck.pass("Platform", "nothing that needs values of its own");
        }
        var found = platform.get();
        if (!found.helm()) {
            return PreflightCheck.fail("Platform", "this is " + found.title(), found.note());
        }
        var missing = found.advised(version, site.server()).stream().filter(advice -> !advice.followed(values))
                .map(ValueAdvice::words).toList();
        return missing.isEmpty() && found.note().isEmpty() ? PreflightCheck.pass("Platform", found.title())
                : PreflightCheck.warn("Platform", "this is " + found.title(), (missing.isEmpty() ? ""
                        : "Set " + String.join(", ", missing) + ". ") + found.note());
    }

    private PreflightCheck discovery() {
        var others = around.discovery();
        long labelled = all.stream()
                .filter(node -> node.labels().keySet().stream().anyMatch(key -> key.startsWith(FEATURES))).count();
        if (!values.flag("/nfd/enabled", true)) {
            return labelled > 0 ? PreflightCheck.pass("Node feature discovery", labelled + " nodes carry its labels")
                    : PreflightCheck.warn("Node feature discovery",
                            "it is not to be deployed, and no node carries its labels",
                            "Set nfd.enabled=true, or deploy it first");
        }
        return others.isEmpty() ? PreflightCheck.pass("Node feature discovery", "the chart brings it")
                : PreflightCheck.warn("Node feature discovery", String.join(", ", others) + " is there already",
                        "Set nfd.enabled=false");
    }

    private PreflightCheck plugins() {
        var others = around.plugins();
        long offering = gpus.stream().filter(node -> node.capacity().get("nvidia.com/gpu") > 0
                && !node.label("nvidia.com/gpu.present").equals("true")).count();
        var title = "Other device plugins";
        var claims = others.stream().filter(other -> other.startsWith(StackSite.GPU_CLUSTER)).toList();
        if (!claims.isEmpty()) {
            return PreflightCheck.fail(title, String.join(", ", claims)
                    + " hands the same GPUs out through claims, and the operator takes no ClusterPolicy beside it",
                    "Delete it first, or keep to claims with clusterPolicy.deployCR=false");
        }
        if (!values.flag("/devicePlugin/enabled", true)) {
            return PreflightCheck.pass(title, others.isEmpty() ? "the operator’s own is not to be deployed"
                    : String.join(", ", others) + "; the operator’s own is not to be deployed");
        }
        if (others.isEmpty() && offering == 0) {
            return PreflightCheck.pass(title, "none");
        }
        return others.isEmpty() ? PreflightCheck.warn(title,
                offering + " nodes offer GPUs although no operator has taken them on",
                "Find what advertises them: two device plugins on one node would advertise the same GPUs")
                : PreflightCheck.fail(title, String.join(", ", others)
                        + " and the operator’s device plugin would advertise the same GPUs, and overwrite each other",
                        "Remove it first, or set devicePlugin.enabled=false");
    }

    /** Whether the plugin can start where GPUs are cut: under strategy single only where all instances are of one size. */
    private PreflightCheck layouts() {
        var told = gpus.stream().filter(node -> !node.label(MigLabels.CONFIG).isEmpty()).toList();
        var uneven = told.stream().filter(node -> !EVEN.matcher(node.label(MigLabels.CONFIG)).matches())
                .map(NodeFacts::name).toList();
        if (uneven.isEmpty() || !values.at("/mig/strategy").asText("single").equals("single")) {
            return PreflightCheck.pass("MIG strategy", told.isEmpty() ? "no node is told a layout"
                    : "it serves the layouts that nodes are told");
        }
        return PreflightCheck.warn("MIG strategy", "it is single, and " + some(uneven)
                + (uneven.size() > 1 ? " are told layouts whose" : " is told a layout whose")
                + " instances may be of several sizes: no device plugin starts where they are",
                "Set mig.strategy=mixed");
    }

    private PreflightCheck driver() {
        long there = around.drivers();
        boolean wanted = values.flag("/driver/enabled", true);
        if (there > 0 && wanted) {
            return PreflightCheck.warn("Driver on the host", there + " nodes have one", "Set driver.enabled=false, and "
                    + "toolkit.enabled=false where the container toolkit is there, too");
        }
        return PreflightCheck.pass("Driver on the host", there > 0 ? there + " nodes have one"
                : wanted ? "none is known of; the operator brings it" : "none is known of; it is to be there");
    }

    private PreflightCheck runtime() {
        var odd = gpus.stream().filter(node -> !node.system().runtime().isEmpty()
                && !node.system().runtime().startsWith("containerd://")
                && !node.system().runtime().startsWith("cri-o://")).map(NodeFacts::name).toList();
        if (!odd.isEmpty()) {
            return PreflightCheck.fail("Container runtime", some(odd) + " runs neither containerd nor CRI-O",
                    "Docker is no longer supported");
        }
        var runtimes = told(NodeSystem::runtime);
        return runtimes.isEmpty() ? untold("Container runtime")
                : PreflightCheck.pass("Container runtime", some(runtimes));
    }

    private PreflightCheck system() {
        var systems = told(NodeSystem::os);
        var kernels = told(NodeSystem::kernel);
        boolean built = values.flag("/driver/enabled", true);
        var evidence = some(systems) + (kernels.isEmpty() ? "" : "; kernel " + some(kernels));
        var unbuilt = systems.stream().filter(each -> UNBUILT.matcher(each).find()).toList();
        if (!unbuilt.isEmpty() && built) {
            return PreflightCheck.fail("Operating system",
                    some(unbuilt) + ": there are no driver containers for Amazon Linux 2",
                    "Give the nodes an image of Amazon Linux 2023 or Ubuntu, or install the driver on the host and set "
                            + "driver.enabled=false");
        }
        if (systems.size() > 1 && built && !values.flag("/driver/nvidiaDriverCRD/enabled", false)) {
            return PreflightCheck.warn("Operating system", evidence, "One policy builds drivers for one system: use "
                    + "driver.nvidiaDriverCRD.enabled=true for several");
        }
        if (!systems.isEmpty() && built && values.flag("/driver/usePrecompiled", false)) {
            return PreflightCheck.warn("Operating system", evidence,
                    "There are precompiled drivers for some kernels of Ubuntu "
                            + "and RHEL only: see that there is one for each of these");
        }
        return systems.isEmpty() ? untold("Operating system") : PreflightCheck.pass("Operating system", evidence);
    }

    private PreflightCheck architecture() {
        var all = told(NodeSystem::architecture);
        var odd = all.stream().filter(each -> !KNOWN_ARCHITECTURES.contains(each)).toList();
        if (!odd.isEmpty()) {
            return PreflightCheck.fail("Architecture", some(odd), "There are no images for it");
        }
        return all.isEmpty() ? untold("Architecture") : PreflightCheck.pass("Architecture", some(all));
    }

    /** What nodes with GPUs say of themselves. */
    private Set<String> told(Function<NodeSystem, String> what) {
        return gpus.stream().map(NodeFacts::system).map(what).filter(text -> !text.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private PreflightCheck untold(String title) {
        return PreflightCheck.unknown(title, gpus.isEmpty() ? "no nodes with GPUs are seen"
                : "no node with GPUs tells it", "See with “kubectl get nodes -o wide” once they are there");
    }

    private PreflightCheck security() {
        var enforced = site.namespace().map(labels -> labels.getOrDefault("pod-security.kubernetes.io/enforce", ""));
        if (values.flag("/psa/enabled", false)) {
            return PreflightCheck.pass("Pod security", "the operator labels its namespace itself");
        }
        return PreflightCheck.pass("Pod security", enforced.isEmpty()
                ? "the namespace is made so that it lets privileged pods in"
                : switch (enforced.get()) {
                    case "" -> "the namespace enforces no level; it is the cluster’s default that counts";
                    case "privileged" -> "the namespace lets privileged pods in";
                    default -> "the namespace enforces " + enforced.get() + ", and is made to let privileged pods in";
                });
    }

    private PreflightCheck taints() {
        var tolerated = keys(values.at("/daemonsets/tolerations"));
        var found = values.at("/node-feature-discovery/worker/tolerations");
        var discovered = keys(found);
        var missing = new TreeSet<String>();
        around.taints().stream().filter(taint -> !tolerated.contains(taint.key()) || (!found.isMissingNode()
                && !discovered.contains(taint.key())))
                .forEach(taint -> missing.add(taint.toString()));
        return missing.isEmpty() ? PreflightCheck.pass("Taints of GPU nodes", "all are tolerated")
                : PreflightCheck.warn("Taints of GPU nodes", some(missing) + " would keep the stack away",
                        "Add them to daemonsets.tolerations and to node-feature-discovery.worker.tolerations");
    }

    private static Set<String> keys(JsonNode tolerations) {
        var keys = new TreeSet<String>();
        keys.add("nvidia.com/gpu");
        tolerations.forEach(each -> keys.add(each.path("key").asText()));
        return keys;
    }

    private PreflightCheck leftovers() {
        if (!site.policies().isEmpty()) {
            return PreflightCheck.fail(LEFTOVERS, "the ClusterPolicy " + String.join(", ", site.policies().keySet())
                    + " is still there", "Delete it once no operator runs, or have whoever installed it upgrade it");
        }
        return site.kinds().contains("clusterpolicies.nvidia.com")
                ? PreflightCheck.pass(LEFTOVERS, "only the definitions of its kinds, which are used again")
                : PreflightCheck.pass(LEFTOVERS, "nothing");
    }

    private PreflightCheck monitors() {
        boolean wanted = values.flag("/dcgmExporter/serviceMonitor/enabled", InstallInput.monitorsUsually(version));
        boolean known = site.kinds().contains(InstallInput.MONITORS);
        return wanted && !known
                ? PreflightCheck.fail("ServiceMonitor", "it is to be made, and the cluster does not know the kind",
                        "Set dcgmExporter.serviceMonitor.enabled=false, or install the Prometheus operator")
                : PreflightCheck.pass("ServiceMonitor", wanted ? "the cluster knows the kind" : "none is to be made");
    }

    static String some(Collection<String> words) {
        return words.stream().limit(4).collect(Collectors.joining(", "))
                + (words.size() > 4 ? " and " + (words.size() - 4) + " more" : "");
    }
}
