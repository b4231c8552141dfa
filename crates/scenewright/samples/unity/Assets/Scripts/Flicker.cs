using UnityEngine;

public class Flicker : MonoBehaviour
{
    [SerializeField] private Light target;
    [SerializeField] private float calm = 1f;
    [SerializeField] private float depth = 0.3f;
    [SerializeField] private float pace = 4f;

    private float seed;

    private void Awake()
    {
        seed = transform.position.x + transform.position.z;
    }

    private void Update()
    {
        target.intensity = calm - depth * Mathf.PerlinNoise(seed, Time.time * pace);
    }
}
