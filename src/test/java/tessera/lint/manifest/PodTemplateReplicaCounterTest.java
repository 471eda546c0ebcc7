package tessera.lint.manifest;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** How many pods come of an object is told from what is written. */
class PodTemplateReplicaCounterTest {

    private static final String POD = "{spec: {containers: [{name: a, image: b}]}}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 | {apiVersion: v1, kind: Pod, spec: {containers: [{name: a}]}}
            3 | {apiVersion: apps/v1, kind: Deployment, spec: {replicas: 3, template: POD}}
            0 | {apiVersion: apps/v1, kind: Deployment, spec: {replicas: 0, template: POD}}
            4 | {apiVersion: batch/v1, kind: Job, spec: {parallelism: 4, template: POD}}
            2 | {apiVersion: batch/v1, kind: Job, spec: {parallelism: 4, completions: 2, template: POD}}
            0 | {apiVersion: batch/v1, kind: Job, spec: {suspend: true, template: POD}}
            0 | {apiVersion: batch/v1, kind: CronJob, spec: {jobTemplate: {spec: {template: POD}}}}
            5 | {apiVersion: kubeflow.org/v1, kind: PyTorchJob, spec: {r: {Master: {replicas: 1, template: POD}, Worker: {replicas: 4, template: POD}}}}
            6 | {apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, spec: {replicatedJobs: [{replicas: 2, template: {spec: {parallelism: 3, template: POD}}}]}}
            8 | {apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet, spec: {replicas: 2, leaderWorkerTemplate: {size: 4, workerTemplate: POD}}}
            8 | {apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet, spec: {replicas: 2, leaderWorkerTemplate: {size: 4, leaderTemplate: POD, workerTemplate: POD}}}
            7 | {apiVersion: ray.io/v1, kind: RayCluster, spec: {headGroupSpec: {template: POD}, workerGroupSpecs: [{groupName: a, replicas: 3, numOfHosts: 2, template: POD}]}}
            3 | {apiVersion: ray.io/v1, kind: RayCluster, spec: {headGroupSpec: {template: POD}, workerGroupSpecs: [{groupName: a, minReplicas: 2, template: POD}, {groupName: b, template: POD}]}}
            2 | {apiVersion: ray.io/v1, kind: RayCluster, spec: {headGroupSpec: {template: POD}, workerGroupSpecs: [{groupName: a, replicas: 5, maxReplicas: 1, template: POD}]}}
            """)
    void countsAlongTheWay(int pods, String object) {
        var read = KubernetesManifest.read(object.replace("POD", POD)).objects().getFirst();

        assertThat(read.templates().stream().mapToInt(PodTemplateReplicaCounter::count).sum()).isEqualTo(pods);
    }
}
